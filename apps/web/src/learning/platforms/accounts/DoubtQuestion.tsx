import { countDoubts, type Doubt, decideDoubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { useCall, useReload } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { AskCall } from '../../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';

type Bearer = NonNullable<Doubt['accounts']>[number];

export interface Choice {
  readonly doubt: Doubt;
  /** Null when the person gets another account. */
  readonly account: Bearer | null;
}

/** Explains the consequences of the choice before it is made. */
export function DoubtQuestion({ choice, onClose }: { choice: Choice | null; onClose: () => void }) {
  const t = useT();
  const { doubt, account = null } = useLastGiven(choice) ?? {};
  const name = doubt?.name ?? '';
  const words = account ? { name, account: account.name, id: account.externalId } : { name };
  const key = account ? 'Doubts.Theirs' : 'Doubts.Another';

  return (
    <AskCall
      call={useCall(decideDoubt, { onSettled: useReload(listDoubts, countDoubts) })}
      open={choice !== null}
      tone={account ? 'danger' : 'primary'}
      title={t(`${key}.Title`, words)}
      messages={[t(`${key}.Question`, words)]}
      confirmLabel={t(key)}
      cancelLabel={t('Dialog.No')}
      input={{ params: { doubtId: doubt?.id ?? 0 }, body: { externalId: account?.externalId ?? null } }}
      done={t('Doubts.Decided', { name })}
      onClose={onClose}
    />
  );
}
