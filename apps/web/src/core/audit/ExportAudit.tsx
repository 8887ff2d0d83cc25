import { Button } from '../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import { today, useFormats, useT } from '../i18n/formats.ts';
import { useSaveList } from '../lists/saving/useSaveList.ts';
import { type AuditFilter, fetchAllAuditLines } from './audit.api.ts';
import { type AuditRow, foldLines } from './foldLines.ts';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

/** Saves all lines that match the filter, including lines not loaded yet, as a CSV file. */
export function ExportAudit({ filter, systemName }: { filter: AuditFilter; systemName: SystemName }) {
  const t = useT();
  const { columnDay, columnDateTime, columnDateTimeToSecond } = useFormats();
  const { isSaving, save } = useSaveList();
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
    say.subject(line),
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
