import type { ListedAuditLine, PinnedAuditLine } from '@guichet/contract/core/audit';
import { Button } from '../../ui/buttons/Button.tsx';
import { ClockIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import type { ChangeAddress } from '../address/useAddress.ts';
import { useT } from '../i18n/useT.ts';
import { type Loadable, Loaded } from '../lists/states/Loaded.tsx';
import { useDelayedFlag } from '../timing/useDelayedFlag.ts';
import { AuditFilters, type AuditFiltersProps } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { type auditParams, everyLine } from './auditParams.ts';
import { foldLines } from './foldLines.ts';
import { PinnedLines } from './PinnedLines.tsx';
import type { SystemName } from './useAuditWords.ts';

export interface AuditListProps extends AuditFiltersProps {
  query: Loadable<{
    pages: readonly { lines: readonly ListedAuditLine[]; pinned?: readonly PinnedAuditLine[] | undefined }[];
  }> & {
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  onChange: ChangeAddress<typeof auditParams>;
  systemName: SystemName;
}

/** The filters, the newest lines, and a button that loads older lines. */
export function AuditList({ query, address, onChange, systems, systemName }: AuditListProps) {
  const t = useT();
  const isSlow = useDelayedFlag(query.isPlaceholderData);
  const { system, group, q, from, to } = address;
  const isFiltered = Boolean(system || group || q || from || to);
  return (
    <Card flush>
      <div data-screen-only className="border-line border-b px-5 py-2">
        <AuditFilters address={address} onChange={onChange} systems={systems} />
      </div>
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const lines = foldLines(pages.flatMap((page) => page.lines));
          const pinned = pages[0]?.pinned ?? [];
          if (lines.length === 0) {
            return (
              <EmptyState
                icon={ClockIcon}
                title={t(isFiltered ? 'AuditPage.NothingFound' : 'AuditPage.Empty')}
                action={
                  isFiltered && <Button onClick={() => onChange(everyLine)}>{t('AuditPage.ShowAll')}</Button>
                }
              >
                {t(isFiltered ? 'AuditPage.NothingFound.Text' : 'AuditPage.Empty.Text')}
              </EmptyState>
            );
          }
          return (
            <>
              {pinned.length > 0 && (
                <PinnedLines
                  lines={pinned}
                  systemName={systemName}
                  onOpen={(line) => onChange({ line: line.id })}
                />
              )}
              <AuditTable
                lines={lines}
                systemName={systemName}
                isOfSeveral={systems.length > 1}
                busy={isSlow}
                onOpen={(line) => onChange({ line: line.id })}
              />
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t px-5 py-2 text-muted text-sm">
                <p aria-live="polite">
                  {t(query.hasNextPage ? 'Audit.Shown' : 'Audit.AllShown', { count: lines.length })}
                </p>
                {query.hasNextPage && (
                  <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                    {t('Audit.Older')}
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
