import type { ListedAuditLine, PinnedAuditLine } from '@guichet/contract/core/audit';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { ClockIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { ChangeAddress } from '../address/useAddress.ts';
import { useT, useTexts } from '../i18n/formats.ts';
import { DataTable } from '../lists/DataTable.tsx';
import { type Loadable, Loaded } from '../lists/states/Loaded.tsx';
import { useDelayedFlag } from '../timing/useDelayedFlag.ts';
import { AuditFilters, type AuditFiltersProps } from './AuditFilters.tsx';
import { type auditParams, everyLine } from './auditParams.ts';
import type { SystemName } from './auditValues.ts';
import { type AuditRow, foldLines } from './foldLines.ts';
import { useAuditWords } from './useAuditWords.ts';

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

interface PinnedLinesProps {
  lines: readonly PinnedAuditLine[];
  systemName: SystemName;
  onOpen: (line: PinnedAuditLine) => void;
}

/** New super admins, pinned above the log, since a wrong one is undone only if somebody notices. */
function PinnedLines({ lines, systemName, onOpen }: PinnedLinesProps) {
  const { t, ago } = useTexts();
  const say = useAuditWords(systemName);
  const now = new Date();
  return (
    <div className="border-line border-b px-5 py-3">
      <Notice tone="warning" title={t('Audit.Pinned')}>
        <ul>
          {lines.map((line) => {
            const person = say.subject(line);
            return (
              <li key={line.id} className="wrap-anywhere flex items-center gap-2">
                {t(line.isTakenBack ? 'Audit.Pinned.TakenBack' : 'Audit.Pinned.Line', {
                  person,
                  actor: say.actor(line),
                  when: ago(line.at, now),
                })}
                <IconButton
                  icon={EyeIcon}
                  label={t('Audit.Pinned.Open', { person })}
                  onClick={() => onOpen(line)}
                />
              </li>
            );
          })}
        </ul>
      </Notice>
    </div>
  );
}

interface AuditTableProps {
  lines: readonly AuditRow[];
  systemName: SystemName;
  /** Whether the reader sees several systems, so that each line has to name its own. */
  isOfSeveral: boolean;
  busy: boolean;
  onOpen: (line: AuditRow) => void;
}

function AuditTable({ lines, systemName, isOfSeveral, busy, onOpen }: AuditTableProps) {
  const { t, ago, columnDateTime } = useTexts();
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
