import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { AuditDialog } from '../../features/audit/AuditDialog.tsx';
import { AuditList } from '../../features/audit/AuditList.tsx';
import { auditLinesOptions } from '../../features/audit/audit.api.ts';
import { auditParams, filterOf } from '../../features/audit/auditParams.ts';
import { ExportAudit } from '../../features/audit/ExportAudit.tsx';
import { useAddress } from '../../platform/address/useAddress.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import type { PageProps } from '../../platform/page/pageProps.ts';
import { usePageTitle } from '../../platform/page/usePageTitle.ts';
import { Breadcrumb } from '../../ui/layout/Breadcrumb.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';

/** The audit log of the systems that the reader administers. */
export function AuditPage({ title }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const [address, change] = useAddress(auditParams);
  const home = useQuery(entrancesOptions());
  const filter = filterOf(address);
  const lines = useInfiniteQuery(auditLinesOptions(filter));
  usePageTitle(title);

  const systems = (home.data?.entrances ?? [])
    .filter(({ isAdmin }) => isAdmin)
    .map((one) => ({ id: one.systemId, slug: one.slug, name: one.title[language] || one.name }));
  const systemName = (id: number | null) => systems.find((system) => system.id === id)?.name ?? '';
  const ofSystem = systems.find(({ id }) => id === address.system);
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
        description={t('AuditPage.Lead')}
        actions={<ExportAudit filter={filter} systemName={systemName} />}
      />
      <AuditList
        query={lines}
        address={address}
        onChange={change}
        systems={systems}
        systemName={systemName}
      />
      <AuditDialog
        lineId={address.line}
        systemName={systemName}
        onClose={() => change({ line: null }, 'replace')}
      />
    </Page>
  );
}
