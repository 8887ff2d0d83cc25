import type { AccountMatch } from '@guichet/contract/learning.accounts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { RemarkWords } from '../../../../parts/remarks/RemarkWords.tsx';
import { FailureNotice } from '../../../../platform/forms/FailureNotice.tsx';
import { useT } from '../../../../platform/i18n/useT.ts';
import { Loaded } from '../../../../platform/lists/states/Loaded.tsx';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { Cell, HeaderCell, Row, Table } from '../../../../ui/tables/Table.tsx';
import { showToast } from '../../../../ui/toasts/toastStore.ts';
import { type By, matchesOptions, useJoin } from './accounts.api.ts';

/** Ours beside theirs; joined one by one, or all shown whose names agree. */
export function Matches({ platformId, by }: { platformId: number | null; by: By }) {
  const t = useT();
  const query = useInfiniteQuery(matchesOptions(platformId, by));
  const join = useJoin(platformId, by);
  const list = useRef<HTMLDivElement>(null);

  function joinAll(matches: readonly AccountMatch[]) {
    // The pressed button goes with its row; without this the close button of the dialog would be next.
    list.current?.focus();
    join.mutate(matches, {
      onSuccess: ({ joined }) =>
        showToast({ tone: 'success', text: t('Accounts.Joined', { count: joined }) }),
    });
  }

  return (
    <Loaded query={query} lines={5}>
      {({ pages }) => {
        const matches = pages.flatMap((page) => page.matches);
        const problem = pages.at(-1)?.problem ?? join.data?.problem ?? null;
        const agreeing = matches.filter(({ agrees, obstacle }) => agrees && obstacle === null).slice(0, 100);
        return (
          <div ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
            <p className="text-muted">{t('Accounts.Lead')}</p>
            {problem && (
              <Notice tone="danger" role="alert">
                <RemarkWords remark={problem} />
              </Notice>
            )}
            <FailureNotice failure={join.error} />
            {agreeing.length > 0 && (
              <div>
                <Button variant="primary" busy={join.isPending} onClick={() => joinAll(agreeing)}>
                  {t('Accounts.JoinAll', { count: agreeing.length })}
                </Button>
              </div>
            )}
            {matches.length === 0 && !problem && (
              <EmptyState title={t('Accounts.None')}>{t('Accounts.None.Text')}</EmptyState>
            )}
            {matches.length > 0 && (
              <MatchTable matches={matches} busy={join.isPending} onJoin={(match) => joinAll([match])} />
            )}
            {query.hasNextPage && (
              <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {t('Accounts.More')}
              </Button>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

interface MatchTableProps {
  matches: readonly AccountMatch[];
  busy: boolean;
  onJoin: (match: AccountMatch) => void;
}

function MatchTable({ matches, busy, onJoin }: MatchTableProps) {
  const t = useT();
  const words = { ours: t('Accounts.Ours'), theirs: t('Accounts.Theirs'), join: t('Accounts.Join') };
  return (
    <Table
      caption={t('Accounts.Matches')}
      head={
        <>
          <HeaderCell>{words.ours}</HeaderCell>
          <HeaderCell>{words.theirs}</HeaderCell>
          <HeaderCell>{words.join}</HeaderCell>
        </>
      }
    >
      {matches.map((match) => (
        <Row key={match.userId}>
          <Cell lead className="wrap-anywhere">
            <Who name={match.fullName} email={match.email} number={match.studentNumber} />
          </Cell>
          <Cell label={words.theirs} className="wrap-anywhere">
            <Who {...match.account} />
          </Cell>
          <Cell label={words.join}>
            {match.obstacle ? (
              t(`Accounts.Obstacle.${match.obstacle}`)
            ) : (
              <>
                {!match.agrees && <p className="text-warning-ink">{t('Accounts.OtherName')}</p>}
                <Button
                  size="sm"
                  disabled={busy}
                  aria-label={t('Accounts.Join.Of', { name: match.fullName, account: match.account.name })}
                  onClick={() => onJoin(match)}
                >
                  {t('Accounts.Join.One')}
                </Button>
              </>
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Who({ name, email, number }: { name: string; email: string; number: string | null }) {
  return (
    <>
      <p>{name}</p>
      <p className="text-muted text-sm">{email}</p>
      <p className="text-muted text-sm">{number}</p>
    </>
  );
}
