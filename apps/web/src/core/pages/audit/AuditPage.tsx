import { useInfiniteQuery } from '@tanstack/react-query';
import { examHref } from '../../../exams/exam/examHrefs.ts';
import { useOwnSystems } from '../../../identity/access/useOwnSystems.ts';
import { Views } from '../../../overview/views/Views.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../../ui/icons/moreIcons.tsx';
import { useAddress } from '../../address/useAddress.ts';
import { AuditDialog } from '../../audit/AuditDialog.tsx';
import { AuditList } from '../../audit/AuditList.tsx';
import { type AuditFilter, auditLinesOptions, fetchAllAuditLines } from '../../audit/audit.api.ts';
import { auditParams, toAuditFilter } from '../../audit/auditParams.ts';
import type { SystemName } from '../../audit/auditValues.ts';
import { type AuditRow, foldLines } from '../../audit/foldLines.ts';
import { useAuditWords } from '../../audit/useAuditWords.ts';
import { today, useT, useTexts } from '../../i18n/formats.ts';
import { useSaveList } from '../../lists/saving/useSaveList.ts';
import { type PageProps, TitledPage } from '../../page/TitledPage.tsx';

/** The parameters that a saved view of the audit log keeps. */
const viewParams = ['system', 'group', 'q', 'from', 'to'];

export function AuditPage({ title }: PageProps) {
  const t = useT();
  const [address, change] = useAddress(auditParams);
  const { everySystem, systemName } = useOwnSystems();
  const filter = toAuditFilter(address);
  const lines = useInfiniteQuery(auditLinesOptions(filter));

  const ofSystem = everySystem.find(({ id }) => id === address.system);
  return (
    <TitledPage
      dense
      above={ofSystem ? [{ label: ofSystem.name, href: `/${ofSystem.slug}/configuration` }] : []}
      title={title}
      description={t('AuditPage.Lead')}
      actions={
        <>
          <Views list="audit" params={viewParams} />
          <ExportAudit filter={filter} systemId={ofSystem?.id ?? null} systemName={systemName} />
        </>
      }
    >
      <AuditList
        query={lines}
        address={address}
        onChange={change}
        systems={everySystem}
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

interface ExportAuditProps {
  filter: AuditFilter;
  systemId: number | null;
  systemName: SystemName;
}

/** Saves all lines that match the filter, including lines not loaded yet, as a CSV file. */
function ExportAudit({ filter, systemId, systemName }: ExportAuditProps) {
  const { t, columnDay, columnDateTime, columnDateTimeToSecond } = useTexts();
  const { isSaving, save } = useSaveList(systemId);
  const say = useAuditWords(systemName, { day: columnDay, dateTime: columnDateTime });

  const headings = [
    t('Audit.When'),
    t('Audit.What'),
    t('Audit.Subject'),
    t('Audit.Who'),
    t('Audit.InTheNameOf'),
    t('Audit.System'),
    t('Audit.Details'),
  ];
  const cellsOf = (line: AuditRow) => [
    columnDateTimeToSecond(line.at),
    say.action(line),
    // Namesakes are told apart by their address.
    [say.subject(line), line.subjectEmail].filter(Boolean).join(' · '),
    say.actor(line),
    line.onBehalfOf ?? '',
    say.system(line),
    say
      .details(line)
      .map(({ name, value }) => t('Audit.Fact', { name, value }))
      .join(' | '),
  ];

  function saveAll() {
    const name = `${t('AuditPage.Title')} ${today(new Date())}.csv`;
    void save(name, async () => [headings, ...foldLines(await fetchAllAuditLines(filter)).map(cellsOf)]);
  }

  return (
    <Button icon={DownloadIcon} busy={isSaving} onClick={saveAll}>
      {t('Audit.Export')}
    </Button>
  );
}
