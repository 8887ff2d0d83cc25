import { countDoubts, type Doubt, decideDoubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { useCall, useReload } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ConfirmCall } from '../../../core/parts/asking/ConfirmCall.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';

type Bearer = NonNullable<Doubt['accounts']>[number];

export interface Choice {
  readonly doubt: Doubt;
  /** Null when the person gets another account. */
  readonly account: Bearer | null;
}

/** Explains the consequences of the choice before it is made. */
export function DoubtQuestion({ choice, onClose }: { choice: Choice | null; onClose: () => void }) {
  const t = useT();
  const decide = useCall(decideDoubt, { onSettled: useReload(listDoubts, countDoubts) });
  const { doubt, account = null } = useLastGiven(choice) ?? {};
  const name = doubt?.name ?? '';
  const words = account ? { name, account: account.name, id: account.externalId } : { name };
  const key = account ? 'Doubts.Theirs' : 'Doubts.Another';

  function confirm() {
    if (!doubt) return;
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Doubts.Decided', { name }) });
      onClose();
    };
    const body = { externalId: account?.externalId ?? null };
    decide.mutate({ params: { doubtId: doubt.id }, body }, { onSuccess });
  }

  return (
    <ConfirmCall
      call={decide}
      open={choice !== null}
      tone={account ? 'danger' : 'primary'}
      title={t(`${key}.Title`, words)}
      messages={[t(`${key}.Question`, words)]}
      confirmLabel={t(key)}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
