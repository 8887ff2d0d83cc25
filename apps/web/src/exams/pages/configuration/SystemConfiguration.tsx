import type { Entrance } from '@guichet/contract/identity/access';
import { interfaceLabels, listContent } from '@guichet/contract/systems/content';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { navigate } from '../../../core/address/location.ts';
import { query, useQuery } from '../../../core/call/query.ts';
import { SystemTexts } from '../../../core/i18n/SystemTexts.tsx';
import type { Texts } from '../../../core/i18n/translate.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Waiting } from '../../../core/lists/states/Loaded.tsx';
import { HelpSlot } from '../../../core/page/HelpSlot.tsx';
import { HomeBreadcrumb } from '../../../core/page/HomeBreadcrumb.tsx';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { Help } from '../../../core/parts/help/Help.tsx';
import { hasTopImage } from '../../../identity/publicPages/TopImage.tsx';
import { BannerImage } from '../../../systems/banners/BannerImage.tsx';
import { Menu } from '../../../ui/aria/Menu.tsx';
import { Tabs } from '../../../ui/aria/Tabs.tsx';
import { SmallButton, SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { ClockIcon, FileIcon, MailIcon, UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { PageTitle } from '../../../ui/layout/PageHeader.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { RunningDialog } from './RunningDialog.tsx';
import { EmailTab, ExamsTab, fetchTab, ImportTab, SpacesTab, UsersTab, useFetchedTabs } from './tabs.ts';
import { helpOf, type TabName, tabNames, useTabAddress } from './useTabAddress.ts';

/** Tabs that stay mounted, so that unsaved input and running calls survive a switch to another tab. */
const keptTabs: readonly TabName[] = ['spaces', 'email', 'import'];

const supportTabs: readonly TabName[] = ['users'];

/** The five tabs of a system; support sees only the last one (readings §1). */
export function SystemConfiguration({ title, entrance }: { title: string; entrance: Entrance }) {
  const t = useT();
  const language = useLanguage();
  const { systemId, isAdmin } = entrance;
  const available = isAdmin ? tabNames : supportTabs;
  const { tab, visited, select, searchOf } = useTabAddress(available);
  useFetchedTabs(available);
  const [isRunning, showRunning] = useState('team' in useSearch({ strict: false }));
  const systemTitle = entrance.title[language] || entrance.name;
  const own = useOwnTexts(systemId, isAdmin);
  usePageTitle(`${title} – ${systemTitle}`);

  // Neither form could be sent while the system is aside.
  const closed = entrance.isArchived && <EmptyState title={t('HomePage.Work.NoExam')} />;
  const contents: Record<TabName, ReactNode> = {
    spaces: closed || <SpacesTab systemId={systemId} />,
    email: <EmailTab systemId={systemId} search={searchOf('email')} />,
    import: closed || <ImportTab systemId={systemId} search={searchOf('import')} />,
    cohorts: <ExamsTab systemId={systemId} isArchived={entrance.isArchived} />,
    users: <UsersTab systemId={systemId} systemTitle={systemTitle} isAdmin={isAdmin} />,
  };
  return (
    <SystemTexts systemId={systemId} own={own}>
      {!hasTopImage(systemId) && <BannerImage entrance={entrance} isStrip />}
      <HelpSlot value={<Help topic={isAdmin ? helpOf[tab] : 'support'} />}>
        <HomeBreadcrumb items={[{ label: systemTitle }]} />
      </HelpSlot>
      {entrance.isArchived && (
        <div className="mb-3">
          <Notice>{t('ConfigurationPage.Archived')}</Notice>
        </div>
      )}
      <Tabs
        title={<PageTitle dense>{systemTitle}</PageTitle>}
        actions={isAdmin && <SystemLinks systemId={systemId} onTeam={() => showRunning(true)} />}
        label={t('ConfigurationPage.Tabs')}
        selected={tab}
        onSelect={(id) => select(id as TabName)}
        items={available.map((name) => ({
          id: name,
          // The requirements fix the names of the tabs; the words below say in the pages' own what is there.
          label: (
            <span
              data-about={t(`ConfigurationPage.Tab.${name}.About`)}
              className="flex flex-col leading-tight after:font-normal after:text-muted after:text-xs after:leading-tight after:content-[attr(data-about)]"
            >
              {t(`ConfigurationPage.Tab.${name}`)}
            </span>
          ),
          content: <Suspense fallback={<Waiting lines={6} />}>{contents[name]}</Suspense>,
          onNear: () => void fetchTab(name),
          keep: keptTabs.includes(name) && visited.includes(name),
        }))}
      />
      <RunningDialog
        open={isAdmin && isRunning}
        system={entrance}
        systemTitle={systemTitle}
        onClose={() => showRunning(false)}
      />
    </SystemTexts>
  );
}

/** Links to the other pages of a system's administrators; a menu on a narrow screen. */
function SystemLinks({ systemId, onTeam }: { systemId: number; onTeam: () => void }) {
  const t = useT();
  const running = t('Running.Open');
  const links = [
    { href: `/configuration/content/${systemId}`, icon: FileIcon, label: t('ContentPage.Title') },
    { href: '/configuration/users', icon: UsersIcon, label: t('ConfigurationPage.AllUsers') },
    { href: `/audit?system=${systemId}`, icon: ClockIcon, label: t('AuditPage.Title') },
    { href: `/outbox?system=${systemId}`, icon: MailIcon, label: t('OutboxPage.Title') },
  ];
  return (
    <>
      <div className="flex max-lg:hidden">
        <SmallButton variant="quiet" icon={UsersIcon} onClick={onTeam}>
          {running}
        </SmallButton>
        {links.map(({ label, ...link }) => (
          <SmallLink key={link.href} variant="quiet" {...link}>
            {label}
          </SmallLink>
        ))}
      </div>
      <div className="lg:hidden">
        <Menu
          label={t('ConfigurationPage.OtherPages')}
          entries={[
            { id: 'running', icon: UsersIcon, label: running, onSelect: onTeam },
            ...links.map((link) => ({ ...link, id: link.href, onSelect: () => navigate(link.href) })),
          ]}
        />
      </div>
    </>
  );
}

/** Interface texts that a system has overridden (S1.4), in the current language; empty texts do not count. */
function useOwnTexts(systemId: number, isAdmin: boolean): Texts {
  const language = useLanguage();
  // Only administrators may read all content, and only administrators see the pages that use these texts.
  const { data } = useQuery({ ...query(listContent, { params: { systemId } }), enabled: isAdmin });
  return useMemo(() => {
    const own = (data ?? []).filter(
      ({ label, languageId, content }) =>
        languageId === language && content !== '' && interfaceLabels.some((name) => name === label),
    );
    return Object.fromEntries(own.map(({ label, content }) => [label, content]));
  }, [data, language]);
}
