import type { ListedAuditLine } from '@guichet/contract/core/audit';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useT } from '../i18n/useT.ts';
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
  const words = {
    who: t('Audit.Who'),
    subject: t('Audit.Subject'),
    system: t('Audit.System'),
    when: t('Audit.When'),
  };
  return (
    <Table
      caption={t('AuditPage.Title')}
      busy={busy}
      head={
        <>
          <HeaderCell>{t('Audit.What')}</HeaderCell>
          <HeaderCell>{words.subject}</HeaderCell>
          <HeaderCell>{words.who}</HeaderCell>
          <HeaderCell>{words.system}</HeaderCell>
          <HeaderCell>{words.when}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell lead className={`${cutStyle} @min-[60rem]:w-[30%]`} title={say.action(line)}>
            {say.action(line)}
          </Cell>
          <Cell
            label={words.subject}
            className={`${cutStyle} @min-[60rem]:w-[28%] [overflow-wrap:anywhere]`}
            title={say.subject(line)}
          >
            {say.subject(line)}
          </Cell>
          <Cell
            label={words.who}
            className={`${cutStyle} @min-[60rem]:w-[22%] [overflow-wrap:anywhere]`}
            title={[say.actor(line), onBehalf(line)].filter(Boolean).join(' ')}
          >
            <span>
              {say.actor(line)} <span className="text-muted text-sm">{onBehalf(line)}</span>
            </span>
          </Cell>
          <Cell
            label={words.system}
            className="@min-[60rem]:max-w-40 @min-[60rem]:truncate"
            title={systemName(line.systemId)}
          >
            {systemName(line.systemId)}
          </Cell>
          <Cell label={words.when}>
            <time
              dateTime={line.at.toISOString()}
              title={ago(line.at, now)}
              className="whitespace-nowrap tabular-nums"
            >
              {columnDateTime(line.at)}
            </time>
          </Cell>
          <Cell align="end">
            <IconButton
              size="sm"
              tone="accent"
              icon={EyeIcon}
              label={t('Audit.Open', { action: say.action(line), when: columnDateTime(line.at) })}
              onClick={() => onOpen(line)}
            />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
