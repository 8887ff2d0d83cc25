import { useInfiniteQuery } from '@tanstack/react-query';
import { examHref } from '../../../exams/exam/examHrefs.ts';
import { useOwnSystems } from '../../../identity/access/useOwnSystems.ts';
import { Views } from '../../../overview/views/Views.tsx';
import { useAddress } from '../../address/useAddress.ts';
import { AuditDialog } from '../../audit/AuditDialog.tsx';
import { AuditList } from '../../audit/AuditList.tsx';
import { auditLinesOptions } from '../../audit/audit.api.ts';
import { auditParams, toAuditFilter } from '../../audit/auditParams.ts';
import { ExportAudit } from '../../audit/ExportAudit.tsx';
import { useT } from '../../i18n/useT.ts';
import { type PageProps, TitledPage } from '../../page/TitledPage.tsx';

/** The parameters that a saved view of the audit log keeps. */
const viewParams = ['system', 'group', 'q', 'from', 'to'];

export function AuditPage({ title }: PageProps) {
  const t = useT();
  const [address, change] = useAddress(auditParams);
  const { systems, systemName } = useOwnSystems(address.system);
  const filter = toAuditFilter(address);
  const lines = useInfiniteQuery(auditLinesOptions(filter));

  const ofSystem = systems.find(({ id }) => id === address.system);
  return (
    <TitledPage
      dense
      above={ofSystem ? [{ label: ofSystem.name, href: `/${ofSystem.slug}/configuration` }] : []}
      title={title}
      description={t('AuditPage.Lead')}
      actions={
        <>
          <Views list="audit" params={viewParams} />
          <ExportAudit filter={filter} systemName={systemName} />
        </>
      }
    >
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
        examHref={examHref}
        onClose={() => change({ line: null }, 'replace')}
      />
    </TitledPage>
  );
}
