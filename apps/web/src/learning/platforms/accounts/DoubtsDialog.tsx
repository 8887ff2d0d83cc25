import {
  countDoubts,
  type Doubt,
  listDoubts,
  ownableAccount,
} from '@guichet/contract/learning/learning.doubts';
import { listPlatforms } from '@guichet/contract/learning/learning.platforms';
import { useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { PagedRows } from '../../../core/lists/PagedRows.tsx';
import { Loaded, RetryButton } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NameAndAddress } from '../../../ui/tables/NameAndAddress.tsx';
import { RowActions } from '../../../ui/tables/Table.tsx';
import { type Choice, DoubtQuestion } from './DoubtQuestion.tsx';

/** For super admins: accounts under former keys that may be another person's, each to be decided. */
export function DoubtsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const doubts = useQuery({
    ...query(listDoubts),
    // The platforms are asked at each opening, so that each account is shown as it is there now.
    gcTime: 0,
    enabled: open,
  });
  const { data: count = 0 } = useQuery(query(countDoubts));
  const [choice, choose] = useState<Choice | null>(null);
  return (
    <ClosableDialog open={open} onClose={onClose} title={t('Doubts.Title')} size="lg">
      <Loaded query={doubts} lines={5}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('Doubts.None')}>{t('Doubts.None.Text')}</EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <p className="text-muted">{t('Doubts.Lead')}</p>
              {list.some(isSilent) && (
                <Notice tone="warning" action={<RetryButton query={doubts} />}>
                  {t('Doubts.Silent')}
                </Notice>
              )}
              <DoubtTable doubts={list} onChoose={choose} />
              {count > list.length && (
                <p className="text-muted">{t('Doubts.First', { count: list.length, all: count })}</p>
              )}
            </div>
          )
        }
      </Loaded>
      <DoubtQuestion choice={choice} onClose={() => choose(null)} />
    </ClosableDialog>
  );
}

function isSilent({ accounts }: Doubt): boolean {
  return accounts === null;
}

interface DoubtTableProps {
  doubts: readonly Doubt[];
  onChoose: (choice: Choice) => void;
}

/** The portal's account, the platform's accounts with its key, why there is doubt, and the decisions. */
function DoubtTable({ doubts, onChoose }: DoubtTableProps) {
  const t = useT();
  return (
    <PagedRows
      caption={t('Doubts.Title')}
      rows={doubts}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('Accounts.Ours'),
          lead: true,
          cell: ({ name, email, key }) => (
            <div className="wrap-anywhere md:w-52">
              <NameAndAddress name={name} address={email} />
              <span className="block font-normal text-muted text-sm">{t('Doubts.FormerKey', { key })}</span>
            </div>
          ),
        },
        { heading: t('Accounts.Theirs'), cell: (doubt) => <Bearers doubt={doubt} /> },
        { heading: t('Doubts.Why'), cell: (doubt) => <Reasons doubt={doubt} /> },
        { heading: t('Doubts.Decision'), cell: (doubt) => <Ways doubt={doubt} onChoose={onChoose} /> },
      ]}
      sizes={[20, 50, 100]}
      label={t('Accounts.Pages')}
      isBare
      dense={false}
    />
  );
}

function Bearers({ doubt: { platformId, accounts } }: { doubt: Doubt }) {
  const t = useT();
  const { data } = useQuery(query(listPlatforms));
  const registered = data?.platforms.find(({ id }) => id === platformId);
  return (
    <div className="wrap-anywhere flex flex-col gap-2 md:w-52">
      {data && data.platforms.length > 0 && (
        <p className="text-muted text-sm">{registered?.name ?? t('Platforms.Environment')}</p>
      )}
      {accounts?.map(({ externalId, name, email, login, authentication }) => (
        <div key={externalId}>
          <NameAndAddress name={name} address={email} />
          <p className="text-muted text-sm">{t('Doubts.Number', { id: externalId })}</p>
          {login !== null && <p className="text-muted text-sm">{t('Doubts.Login', { login })}</p>}
          {authentication !== null && (
            <p className="text-muted text-sm">{t('Doubts.SignIn', { way: authentication })}</p>
          )}
        </div>
      ))}
    </div>
  );
}

function Reasons({ doubt: { accounts, reasons } }: { doubt: Doubt }) {
  const t = useT();
  if (accounts === null) return t('Doubts.Unknown');
  if (reasons.length === 0) return t('Doubts.Cleared');
  return (
    <ul className="flex flex-col gap-1">
      {reasons.map((reason) => (
        <li key={reason}>{t(`Doubts.Reason.${reason}`)}</li>
      ))}
    </ul>
  );
}

function Ways({ doubt, onChoose }: { doubt: Doubt; onChoose: (choice: Choice) => void }) {
  const t = useT();
  if (doubt.accounts === null) return t('Doubts.Later');
  const account = ownableAccount(doubt);
  const { name } = doubt;
  return (
    <RowActions label={t('List.ActionsOf', { name })} wraps>
      {account && (
        <SmallButton
          aria-label={t('Doubts.Theirs.Of', { name, account: account.name })}
          onClick={() => onChoose({ doubt, account })}
        >
          {t('Doubts.Theirs')}
        </SmallButton>
      )}
      <SmallButton
        aria-label={t('Doubts.Another.Of', { name })}
        onClick={() => onChoose({ doubt, account: null })}
      >
        {t('Doubts.Another')}
      </SmallButton>
    </RowActions>
  );
}
