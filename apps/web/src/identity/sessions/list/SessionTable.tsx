import type { ListedSession } from '@guichet/contract/identity/sessions.list';
import type { ReactNode } from 'react';
import { useTexts } from '../../../core/i18n/formats.ts';
import { DataTable } from '../../../core/lists/DataTable.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';

export interface SessionTableProps {
  caption: string;
  sessions: readonly ListedSession[];
  /** The key of the text for an impersonated session. */
  byKey: 'Sessions.By' | 'Sessions.ByOther';
  /** Renders the last cell of a row. */
  action?: (session: ListedSession) => ReactNode;
}

export function SessionTable({ caption, sessions, byKey, action }: SessionTableProps) {
  const { t, columnDateTime } = useTexts();
  return (
    <DataTable
      caption={caption}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('Sessions.Device'),
          lead: true,
          cell: ({ device, isCurrent, impersonator }) => (
            <span className="flex flex-col items-start gap-1">
              {device ?? t('Sessions.UnknownDevice')}
              {isCurrent && <StateChip tone="success">{t('Sessions.Current')}</StateChip>}
              {impersonator !== null && (
                <span className="wrap-anywhere text-sm text-warning-ink">
                  {t(byKey, { name: impersonator })}
                </span>
              )}
            </span>
          ),
        },
        { heading: t('Sessions.LastUsed'), cell: ({ lastUsedAt }) => columnDateTime(lastUsedAt) },
        { heading: t('Sessions.Started'), cell: ({ startedAt }) => columnDateTime(startedAt) },
        {
          heading: t('Sessions.Address'),
          wraps: true,
          cell: ({ address }) => address ?? t('Sessions.UnknownAddress'),
        },
      ]}
      actions={action}
    />
  );
}
