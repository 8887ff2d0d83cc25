import { type Doubt, ownableAccount } from '@guichet/contract/learning.doubts';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../../platform/i18n/useT.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Cell, HeaderCell, Row, Table } from '../../../../ui/tables/Table.tsx';
import { platformsOptions } from '../platforms.api.ts';
import type { Choice } from './DoubtQuestion.tsx';

export interface DoubtTableProps {
  doubts: readonly Doubt[];
  onChoose: (choice: Choice) => void;
}

/** Ours beside what bears the key on the platform, why it is doubtful, and the two ways out. */
export function DoubtTable({ doubts, onChoose }: DoubtTableProps) {
  const t = useT();
  const words = {
    ours: t('Accounts.Ours'),
    theirs: t('Accounts.Theirs'),
    why: t('Doubts.Why'),
    decision: t('Doubts.Decision'),
  };
  return (
    <Table
      caption={t('Doubts.Title')}
      head={Object.values(words).map((word) => <HeaderCell key={word}>{word}</HeaderCell>)}
    >
      {doubts.map((doubt) => (
        <Row key={doubt.id}>
          <Cell lead className="wrap-anywhere">
            <p>{doubt.name}</p>
            <p className="text-muted text-sm">{doubt.email}</p>
            <p className="text-muted text-sm">{t('Doubts.FormerKey', { key: doubt.key })}</p>
          </Cell>
          <Cell label={words.theirs} className="wrap-anywhere">
            <Bearers doubt={doubt} />
          </Cell>
          <Cell label={words.why}>
            <Reasons doubt={doubt} />
          </Cell>
          <Cell label={words.decision}>
            <Ways doubt={doubt} onChoose={onChoose} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Bearers({ doubt: { platformId, accounts } }: { doubt: Doubt }) {
  const t = useT();
  const { data } = useQuery(platformsOptions());
  const registered = data?.platforms.find(({ id }) => id === platformId);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-sm">{registered?.name ?? t('Platforms.Environment')}</p>
      {accounts?.map(({ externalId, name, email, login, authentication }) => (
        <div key={externalId}>
          <p>{name}</p>
          <p className="text-muted text-sm">{email}</p>
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
    <div className="flex flex-wrap gap-2">
      {account && (
        <Button
          size="sm"
          aria-label={t('Doubts.Theirs.Of', { name, account: account.name })}
          onClick={() => onChoose({ doubt, account })}
        >
          {t('Doubts.Theirs')}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={t('Doubts.Another.Of', { name })}
        onClick={() => onChoose({ doubt, account: null })}
      >
        {t('Doubts.Another')}
      </Button>
    </div>
  );
}
