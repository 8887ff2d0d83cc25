import type { ListedAuditLine } from '@guichet/contract/audit';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';
import { type SystemName, useAuditWords } from './useAuditWords.ts';

export interface AuditTableProps {
  lines: readonly ListedAuditLine[];
  systemName: SystemName;
  busy: boolean;
  onOpen: (line: ListedAuditLine) => void;
}

export function AuditTable({ lines, systemName, busy, onOpen }: AuditTableProps) {
  const t = useT();
  const { ago, dateTime } = useFormats();
  const say = useAuditWords(systemName);
  const now = new Date();
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
          <Cell lead>{say.action(line)}</Cell>
          <Cell label={words.subject}>
            <span className="line-clamp-2 max-w-72 [overflow-wrap:anywhere]">{say.subject(line)}</span>
          </Cell>
          <Cell label={words.who}>
            <span className="[overflow-wrap:anywhere]">
              <span className="block">{say.actor(line)}</span>
              {line.onBehalfOf !== null && (
                <span className="block text-muted text-sm">
                  {t('Audit.OnBehalfOf', { name: line.onBehalfOf })}
                </span>
              )}
            </span>
          </Cell>
          <Cell label={words.system}>{systemName(line.systemId)}</Cell>
          <Cell label={words.when}>
            <time dateTime={line.at.toISOString()} className="max-sm:text-end">
              <span className="block">{ago(line.at, now)}</span>
              <span className="block whitespace-nowrap text-muted text-sm tabular-nums">
                {dateTime(line.at)}
              </span>
            </time>
          </Cell>
          <Cell align="end">
            <IconButton
              size="sm"
              tone="accent"
              icon={EyeIcon}
              label={t('Audit.Open', { action: say.action(line), when: dateTime(line.at) })}
              onClick={() => onOpen(line)}
            />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
