import { listContent } from '@guichet/contract/systems/content';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { LeaveDialog } from '../../../core/parts/leaving/LeaveDialog.tsx';
import { useEntrance } from '../../../identity/access/useEntrance.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { SlidersIcon } from '../../../ui/icons/moreIcons.tsx';
import { BannerCard } from '../../banners/BannerCard.tsx';
import { useBannerDraft } from '../../banners/useBannerDraft.ts';
import { ContentEditor } from '../../content/ContentEditor.tsx';
import { useContentDrafts } from '../../content/useContentDrafts.ts';

export function ContentPage({ title, systemId }: PageProps) {
  const t = useT();
  const { home, entrance, systemTitle, configuration } = useEntrance(systemId);
  const content = useQuery(query(listContent, { params: { systemId: systemId ?? 0 } }));
  const drafts = useContentDrafts();
  const banner = useBannerDraft(entrance?.banner ?? null);

  // Only super admins may open the systems page; other readers go to the configuration of the system.
  const above = home.data?.isSuperAdmin ? '/configuration' : configuration;
  return (
    <TitledPage
      dense
      above={[{ label: t('ConfigurationPage.Title'), href: above }]}
      step={title}
      title={systemTitle ? t('ContentPage.Of', { system: systemTitle }) : title}
      windowTitle={systemTitle ? `${title} – ${systemTitle}` : title}
      description={t('ContentPage.Lead')}
      actions={
        entrance && (
          <>
            <ButtonLink href="/configuration/contacts">{t('Contacts.Open')}</ButtonLink>
            <ButtonLink href={configuration} icon={SlidersIcon}>
              {t('HomePage.Admin')}
            </ButtonLink>
          </>
        )
      }
    >
      <div className="flex flex-col gap-8">
        <div>
          <Loaded query={content} lines={8}>
            {(items) => <ContentEditor systemId={systemId ?? 0} items={items} drafts={drafts} />}
          </Loaded>
        </div>
        {entrance && <BannerCard entrance={entrance} draft={banner} />}
      </div>
      <LeaveDialog
        active={drafts.hasDrafts || banner.isDirty}
        title={t('Content.Leave.Title')}
        message={t('Content.Leave.Message')}
      />
    </TitledPage>
  );
}
