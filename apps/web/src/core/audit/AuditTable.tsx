import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { useFormats, useT } from '../i18n/formats.ts';
import { DataTable } from '../lists/DataTable.tsx';
import type { AuditRow } from './foldLines.ts';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

export interface AuditTableProps {
  lines: readonly AuditRow[];
  systemName: SystemName;
  /** Whether the reader sees several systems, so that each line has to name its own. */
  isOfSeveral: boolean;
  busy: boolean;
  onOpen: (line: AuditRow) => void;
}

export function AuditTable({ lines, systemName, isOfSeveral, busy, onOpen }: AuditTableProps) {
  const t = useT();
  const { ago, columnDateTime } = useFormats();
  const say = useAuditWords(systemName);
  const now = new Date();
  const onBehalf = ({ onBehalfOf }: AuditRow) =>
    onBehalfOf === null ? null : t('Audit.OnBehalfOf', { name: onBehalfOf });
  return (
    <DataTable
      caption={t('AuditPage.Title')}
      busy={busy}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('Audit.What'),
          lead: true,
          className: '@min-[60rem]:w-[22%]',
          cell: say.action,
        },
        {
          heading: t('Audit.Subject'),
          className: '@min-[60rem]:w-[24%] wrap-anywhere',
          cell: say.subject,
        },
        {
          heading: t('Audit.Who'),
          className: '@min-[60rem]:w-[18%] wrap-anywhere',
          cell: (line) => (
            <span>
              {say.actor(line)} <span className="text-muted text-sm">{onBehalf(line)}</span>
            </span>
          ),
        },
        {
          heading: t('Audit.System'),
          givesWay: !isOfSeveral,
          cell: say.system,
        },
        {
          heading: t('Audit.When'),
          cell: ({ at }) => (
            <time dateTime={at.toISOString()} title={ago(at, now)} className="whitespace-nowrap tabular-nums">
              {columnDateTime(at)}
            </time>
          ),
        },
      ]}
      actions={(line) => (
        <IconButton
          size="sm"
          tone="accent"
          icon={EyeIcon}
          label={t('Audit.Open', { action: say.action(line), when: columnDateTime(line.at) })}
          onClick={() => onOpen(line)}
        />
      )}
    />
  );
}
