import type { ListedSession } from '@guichet/contract/identity/sessions.list';
import type { ReactNode } from 'react';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { Cell, HeaderCell, Row, Table } from '../../../ui/tables/Table.tsx';

export interface SessionTableProps {
  caption: string;
  sessions: readonly ListedSession[];
  /** The key of the text for an impersonated session. */
  byKey: 'Sessions.By' | 'Sessions.ByOther';
  /** Renders the last cell of a row. */
  action?: (session: ListedSession) => ReactNode;
}

/** Open sessions: device, address, start, last use, and the impersonator. */
export function SessionTable({ caption, sessions, byKey, action }: SessionTableProps) {
  const t = useT();
  const { columnDateTime } = useFormats();
  const words = {
    address: t('Sessions.Address'),
    started: t('Sessions.Started'),
    lastUsed: t('Sessions.LastUsed'),
  };
  return (
    <Table
      caption={caption}
      head={
        <>
          <HeaderCell>{t('Sessions.Device')}</HeaderCell>
          <HeaderCell>{words.lastUsed}</HeaderCell>
          <HeaderCell>{words.started}</HeaderCell>
          <HeaderCell>{words.address}</HeaderCell>
          {action && (
            <HeaderCell>
              <span className="sr-only">{t('List.Actions')}</span>
            </HeaderCell>
          )}
        </>
      }
    >
      {sessions.map((session) => (
        <Row key={session.id}>
          <Cell lead>
            <span className="flex flex-col items-start gap-1">
              {session.device ?? t('Sessions.UnknownDevice')}
              {session.isCurrent && <StateChip tone="success">{t('Sessions.Current')}</StateChip>}
              {session.impersonator !== null && (
                <span className="wrap-anywhere text-sm text-warning-ink">
                  {t(byKey, { name: session.impersonator })}
                </span>
              )}
            </span>
          </Cell>
          <Cell label={words.lastUsed}>{columnDateTime(session.lastUsedAt)}</Cell>
          <Cell label={words.started}>{columnDateTime(session.startedAt)}</Cell>
          <Cell label={words.address} className="wrap-anywhere">
            {session.address ?? t('Sessions.UnknownAddress')}
          </Cell>
          {action && <Cell align="end">{action(session)}</Cell>}
        </Row>
      ))}
    </Table>
  );
}
