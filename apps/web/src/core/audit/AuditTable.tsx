import type { ListedAuditLine } from '@guichet/contract/core/audit';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useT } from '../i18n/useT.ts';
import { DataTable } from '../lists/DataTable.tsx';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

export interface AuditTableProps {
  lines: readonly ListedAuditLine[];
  systemName: SystemName;
  busy: boolean;
  onOpen: (line: ListedAuditLine) => void;
}

/**
 * On a wide screen an audit line has one line; a longer text is cut, with the whole in the tooltip of its
 * cell.
 */
const cutStyle = '@min-[60rem]:max-w-0 @min-[60rem]:truncate';

export function AuditTable({ lines, systemName, busy, onOpen }: AuditTableProps) {
  const t = useT();
  const { ago, columnDateTime } = useFormats();
  const say = useAuditWords(systemName);
  const now = new Date();
  const onBehalf = ({ onBehalfOf }: ListedAuditLine) =>
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
          className: `${cutStyle} @min-[60rem]:w-[30%]`,
          title: say.action,
          cell: say.action,
        },
        {
          heading: t('Audit.Subject'),
          className: `${cutStyle} @min-[60rem]:w-[28%] [overflow-wrap:anywhere]`,
          title: say.subject,
          cell: say.subject,
        },
        {
          heading: t('Audit.Who'),
          className: `${cutStyle} @min-[60rem]:w-[22%] [overflow-wrap:anywhere]`,
          title: (line) => [say.actor(line), onBehalf(line)].filter(Boolean).join(' '),
          cell: (line) => (
            <span>
              {say.actor(line)} <span className="text-muted text-sm">{onBehalf(line)}</span>
            </span>
          ),
        },
        {
          heading: t('Audit.System'),
          className: '@min-[60rem]:max-w-40 @min-[60rem]:truncate',
          title: ({ systemId }) => systemName(systemId),
          cell: ({ systemId }) => systemName(systemId),
        },
        {
          heading: t('Audit.When'),
          cell: ({ at }) => (
            <time dateTime={at.toISOString()} title={ago(at, now)} className="whitespace-nowrap tabular-nums">
              {columnDateTime(at)}
            </time>
          ),
        },
        {
          heading: t('List.Actions'),
          isQuiet: true,
          align: 'end',
          cell: (line) => (
            <IconButton
              size="sm"
              tone="accent"
              icon={EyeIcon}
              label={t('Audit.Open', { action: say.action(line), when: columnDateTime(line.at) })}
              onClick={() => onOpen(line)}
            />
          ),
        },
      ]}
    />
  );
}
