import { type AccountMatch, matchedPeople } from '@guichet/contract/learning/learning.accounts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ConfirmCall, type ConfirmCallProps } from '../../../core/parts/asking/Question.tsx';
import { RemarkWords } from '../../../core/parts/remarks/RemarkWords.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { InlineSelect, Options } from '../../../ui/fields/Select.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Alert, Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { type By, matchesOptions, useJoin } from './accounts.api.ts';
import { MatchTable } from './MatchTable.tsx';

/** The number of pages of people that are searched without another press. */
const pagesAtOnce = 10;

const kinds = {
  agreeing: ({ agrees, obstacle }: AccountMatch) => agrees && obstacle === null,
  otherName: ({ agrees, obstacle }: AccountMatch) => !agrees && obstacle === null,
  barred: ({ obstacle }: AccountMatch) => obstacle !== null,
};
type Kind = keyof typeof kinds;

/** Portal accounts beside matching platform accounts; joined singly, or all found whose names agree. */
export function Matches({ platformId, by }: { platformId: number | null; by: By }) {
  const t = useT();
  const query = useInfiniteQuery(matchesOptions(platformId, by));
  const join = useJoin(platformId, by);
  const list = useRef<HTMLDivElement>(null);
  const [wanted, want] = useState(pagesAtOnce);
  const [kind, show] = useState<Kind | ''>('');
  const [asked, ask] = useState<readonly AccountMatch[] | null>(null);
  const { hasNextPage, fetchNextPage, isFetching, isError } = query;
  const looked = query.data?.pages.length ?? 0;
  const isSearching = hasNextPage && !isError && looked < wanted;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);

  function joinAll(matches: readonly AccountMatch[]) {
    join.mutate(matches, {
      onSuccess: ({ count }) => {
        if (count > 0) showToast({ tone: 'success', text: t('Accounts.Joined', { count }) });
        ask(null);
        // The pressed button disappears with its row; without this, the focus would go to the dialog's close
        // button.
        list.current?.focus();
      },
    });
  }

  return (
    <Loaded query={query} lines={5}>
      {({ pages }) => {
        const matches = pages.flatMap((page) => page.matches);
        const problem = pages.at(-1)?.problem ?? join.data?.problem ?? null;
        const agreeing = matches.filter(kinds.agreeing);
        return (
          <div ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
            <p className="text-muted">{t('Accounts.Lead')}</p>
            {problem && (
              <Alert>
                <RemarkWords remark={problem} />
              </Alert>
            )}
            {asked === null && <FailureNotice failure={join.error} />}
            {join.data && join.data.refused.length > 0 && (
              <Notice
                tone="warning"
                role="status"
                title={t('Accounts.Refused', { count: join.data.refused.length })}
              >
                <ul className="max-h-60 overflow-y-auto">
                  {join.data.refused.map(({ match: { userId, fullName }, obstacle }) => (
                    <li key={userId}>
                      {t('Accounts.Refused.One', { name: fullName })}{' '}
                      {t(`Accounts.Obstacle.${obstacle ?? 'changed'}`)}
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
            {agreeing.length > 0 && (
              <div>
                <Button variant="primary" disabled={isSearching} onClick={() => ask(agreeing)}>
                  {t('Accounts.JoinAll', { count: agreeing.length })}
                </Button>
              </div>
            )}
            <p role="status" className="text-muted text-sm empty:hidden">
              {isSearching && t('Accounts.Looking', { count: matches.length })}
              {!isSearching &&
                hasNextPage &&
                t('Accounts.Looked', { count: matches.length, people: looked * matchedPeople })}
            </p>
            {matches.length === 0 && !problem && !hasNextPage && (
              <EmptyState title={t('Accounts.None')}>{t('Accounts.None.Text')}</EmptyState>
            )}
            {matches.length > 0 && (
              <div>
                <InlineSelect
                  label={t('Accounts.Show')}
                  value={kind}
                  onChange={({ target }) => show(target.value as Kind | '')}
                >
                  <option value="">{t('Accounts.Show.All', { count: matches.length })}</option>
                  <Options
                    of={Object.keys(kinds) as Kind[]}
                    each={(one) => [
                      one,
                      t(`Accounts.Show.${one}`, { count: matches.filter(kinds[one]).length }),
                    ]}
                  />
                </InlineSelect>
              </div>
            )}
            {matches.length > 0 && (
              <MatchTable
                matches={kind === '' ? matches : matches.filter(kinds[kind])}
                busy={join.isPending}
                onJoin={(match) => (match.agrees ? joinAll([match]) : ask([match]))}
              />
            )}
            {hasNextPage && looked >= wanted && (
              <Button onClick={() => want(looked + pagesAtOnce)}>{t('Accounts.More')}</Button>
            )}
            <JoinQuestion
              asked={asked}
              join={join}
              onConfirm={(all) =>
                joinAll(all.filter(({ userId }) => matches.some((one) => one.userId === userId)))
              }
              onClose={() => ask(null)}
            />
          </div>
        );
      }}
    </Loaded>
  );
}

interface JoinQuestionProps {
  asked: readonly AccountMatch[] | null;
  join: ConfirmCallProps['call'];
  onConfirm: (matches: readonly AccountMatch[]) => void;
  onClose: () => void;
}

/** Explains the consequences of joining all whose names agree, or a person to an account of another name. */
function JoinQuestion({ asked, join, onConfirm, onClose }: JoinQuestionProps) {
  const t = useT();
  const matches = useLastGiven(asked) ?? [];
  const [{ fullName: name, account } = { fullName: '', account: { name: '' } }] = matches;
  const isOtherName = matches.some(({ agrees }) => !agrees);
  const count = matches.length;
  return (
    <ConfirmCall
      call={join}
      open={asked !== null}
      tone={isOtherName ? 'danger' : 'primary'}
      title={isOtherName ? t('Accounts.OtherName.Title', { name }) : t('Accounts.JoinAll.Title', { count })}
      messages={[
        isOtherName
          ? t('Accounts.OtherName.Question', { name, account: account.name })
          : t('Accounts.JoinAll.Question', { count }),
      ]}
      confirmLabel={t('Accounts.Join.One')}
      cancelLabel={t('Dialog.No')}
      onConfirm={() => onConfirm(matches)}
      onClose={onClose}
    />
  );
}
