import type { ListedAuditLine } from '@guichet/contract/core/audit';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import { saveFile } from '../call/bodies/download.ts';
import { useTellFailure } from '../forms/useTellFailure.ts';
import { today, useFormats } from '../i18n/formats.ts';
import { useLanguage, useT } from '../i18n/useT.ts';
import { csvFile } from '../lists/csv.ts';
import { type AuditFilter, fetchAllAuditLines } from './audit.api.ts';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

export interface ExportAuditProps {
  filter: AuditFilter;
  systemName: SystemName;
}

/** Saves all lines that match the filter, including lines not loaded yet, as a CSV file. */
export function ExportAudit({ filter, systemName }: ExportAuditProps) {
  const t = useT();
  const language = useLanguage();
  const { columnDay, columnDateTime, columnDateTimeToSecond } = useFormats();
  const tellFailure = useTellFailure();
  const say = useAuditWords(systemName, { day: columnDay, dateTime: columnDateTime });
  const fetchAll = useMutation({ mutationFn: fetchAllAuditLines });

  const headings = [
    t('Audit.When'),
    t('Audit.What'),
    t('Audit.Subject'),
    t('Audit.Who'),
    t('Audit.InTheNameOf'),
    t('Audit.System'),
    t('Audit.Details'),
  ];
  const cellsOf = (line: ListedAuditLine) => [
    columnDateTimeToSecond(line.at),
    say.action(line),
    say.subject(line),
    say.actor(line),
    line.onBehalfOf ?? '',
    systemName(line.systemId),
    say
      .details(line)
      .map(({ name, value }) => t('Audit.Fact', { name, value }))
      .join(' | '),
  ];

  function save() {
    fetchAll.mutate(filter, {
      onSuccess: (lines) => {
        const file = csvFile([headings, ...lines.map(cellsOf)], language);
        saveFile(file, `${t('AuditPage.Title')} ${today(new Date())}.csv`);
      },
      onError: tellFailure,
    });
  }

  return (
    <Button icon={DownloadIcon} busy={fetchAll.isPending} onClick={save}>
      {t('Audit.Export')}
    </Button>
  );
}
