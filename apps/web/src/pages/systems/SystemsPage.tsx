import { useQuery } from '@tanstack/react-query';
import { SystemTable } from '../../features/systems/SystemTable.tsx';
import { systemsOptions } from '../../features/systems/systems.api.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/Loaded.tsx';
import type { PageProps } from '../../platform/pageProps.ts';
import { usePageTitle } from '../../platform/usePageTitle.ts';
import { Breadcrumb } from '../../ui/Breadcrumb.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The super admins' hub: every system, as it is set up. */
export function SystemsPage({ title }: PageProps) {
  const t = useT();
  const systems = useQuery(systemsOptions());
  usePageTitle(title);
  return (
    <Page>
      <PageHeader
        breadcrumb={
          <Breadcrumb
            label={t('Breadcrumb.Label')}
            items={[{ label: t('HomePage.Title'), href: '/home' }, { label: title }]}
          />
        }
        title={title}
        description={t('SystemsPage.Lead')}
      />
      <Card flush>
        <Loaded query={systems} lines={9}>
          {(list) => <SystemTable systems={list} />}
        </Loaded>
      </Card>
    </Page>
  );
}
