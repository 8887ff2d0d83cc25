import { useEffect } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import type { PageProps } from '../../../core/page/TitledPage.tsx';
import { useEditorPolicy } from '../../../core/page/useEditorPolicy.ts';
import { useEntrance } from '../../../identity/access/useEntrance.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Page } from '../../../ui/layout/PageHeader.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { SystemConfiguration } from './SystemConfiguration.tsx';
import { fetchTab } from './tabs.ts';
import { useWantedTab } from './useTabAddress.ts';

/** The configuration of a system; the reader's level in it, from the home call, decides which tabs show. */
export function ConfigurationPage({ title, systemId }: PageProps) {
  const t = useT();
  const { home, entrance } = useEntrance(systemId);
  const wantedTab = useWantedTab();
  // Loads the tab's script while the page still fetches the level.
  useEffect(() => void fetchTab(wantedTab), [wantedTab]);
  const isReady = useEditorPolicy(entrance?.isAdmin ?? false);
  if (!isReady) return <Page dense>{null}</Page>;
  return (
    <Page dense>
      {entrance ? (
        <SystemConfiguration title={title} entrance={entrance} />
      ) : (
        <Loaded query={home}>
          {() => (
            <EmptyState
              title={t('ConfigurationPage.Closed')}
              action={<ButtonLink href="/home">{t('ForbiddenPage.Home')}</ButtonLink>}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}
