import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { MailDialog } from '../../features/outbox/mail/MailDialog.tsx';
import { OutboxList } from '../../features/outbox/OutboxList.tsx';
import { mailsOptions } from '../../features/outbox/outbox.api.ts';
import { outboxParams } from '../../features/outbox/outboxParams.ts';
import { WayOutNotices } from '../../features/outbox/wayOut/WayOutNotices.tsx';
import { useAddress } from '../../platform/address/useAddress.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import type { PageProps } from '../../platform/page/pageProps.ts';
import { usePageTitle } from '../../platform/page/usePageTitle.ts';
import { Breadcrumb } from '../../ui/layout/Breadcrumb.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';

/** The sent, waiting and failed mails of the systems that the reader administers. */
export function OutboxPage({ title }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const [filter, change] = useAddress(outboxParams);
  const home = useQuery(entrancesOptions());
  const { system, cohort, state, q, page, size } = filter;
  const mails = useQuery(
    mailsOptions(
      {
        systemId: system ?? undefined,
        cohortId: cohort ?? undefined,
        state: state ?? undefined,
        search: q || undefined,
        page,
        pageSize: size,
      },
      language,
    ),
  );
  usePageTitle(title);

  const systems = (home.data?.entrances ?? [])
    .filter(({ isAdmin }) => isAdmin)
    .map((one) => ({ id: one.systemId, slug: one.slug, name: one.title[language] || one.name }));
  const ofSystem = systems.find(({ id }) => id === system);
  const isTrial = mails.data?.transport === 'files';
  return (
    <Page>
      <PageHeader
        breadcrumb={
          <Breadcrumb
            label={t('Breadcrumb.Label')}
            items={[
              { label: t('HomePage.Title'), href: '/home' },
              ...(ofSystem ? [{ label: ofSystem.name, href: `/${ofSystem.slug}/configuration` }] : []),
              { label: title },
            ]}
          />
        }
        title={title}
        description={t('OutboxPage.Lead')}
      />
      <div className="flex flex-col gap-6">
        <WayOutNotices mayRelease={home.data?.isSuperAdmin === true} />
        <OutboxList query={mails} filter={filter} onChange={change} systems={systems} />
      </div>
      <MailDialog
        mailId={filter.mail}
        links={isTrial && home.data?.isSuperAdmin ? 'open' : 'inert'}
        onClose={() => change({ mail: null }, 'replace')}
      />
    </Page>
  );
}
