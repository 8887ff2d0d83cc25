import type { AccountMatch } from '@guichet/contract/learning/learning.accounts';
import { useT } from '../../../core/i18n/useT.ts';
import { PagedRows } from '../../../core/lists/PagedRows.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { NameAndAddress } from '../../../ui/tables/NameAndAddress.tsx';

export interface MatchTableProps {
  matches: readonly AccountMatch[];
  busy: boolean;
  onJoin: (match: AccountMatch) => void;
}

export function MatchTable({ matches, busy, onJoin }: MatchTableProps) {
  const t = useT();
  return (
    <PagedRows
      caption={t('Accounts.Matches')}
      rows={matches}
      keyOf={({ userId }) => userId}
      columns={[
        {
          heading: t('Accounts.Ours'),
          lead: true,
          cell: ({ fullName, email, studentNumber }) => (
            <Who name={fullName} email={email} number={studentNumber} />
          ),
        },
        { heading: t('Accounts.Theirs'), cell: ({ account }) => <Who {...account} /> },
        {
          heading: t('Accounts.Join'),
          cell: (match) => <Way match={match} busy={busy} onJoin={() => onJoin(match)} />,
        },
      ]}
      sizes={[20, 50, 100]}
      label={t('Accounts.Pages')}
      isBare
      dense={false}
    />
  );
}

function Way({ match, busy, onJoin }: { match: AccountMatch; busy: boolean; onJoin: () => void }) {
  const t = useT();
  if (match.obstacle) return t(`Accounts.Obstacle.${match.obstacle}`);
  return (
    <div>
      {!match.agrees && <p className="mb-1 text-warning-ink">{t('Accounts.OtherName')}</p>}
      <SmallButton
        disabled={busy}
        aria-label={t('Accounts.Join.Of', { name: match.fullName, account: match.account.name })}
        onClick={onJoin}
      >
        {t('Accounts.Join.One')}
      </SmallButton>
    </div>
  );
}

function Who({ name, email, number }: { name: string; email: string; number: string | null }) {
  return (
    <div className="wrap-anywhere md:w-60">
      <NameAndAddress name={name} address={email} />
      <span className="block font-normal text-muted text-sm">{number}</span>
    </div>
  );
}
