import { resetFactors } from '@guichet/contract/identity/factors';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';

export interface ResetFactorsDialogProps {
  person: { readonly id: number; readonly fullName: string; readonly email: string } | null;
  onClose: () => void;
}

/** Confirms the removal of all factors of a person who has lost them. */
export function ResetFactorsDialog({ person, onClose }: ResetFactorsDialogProps) {
  const t = useT();
  const { id = 0, fullName: name = '', email = '' } = useLastGiven(person) ?? {};

  return (
    <AskCall
      call={useCall(resetFactors)}
      open={person !== null}
      title={t('ResetFactors.Title')}
      confirmLabel={t('ResetFactors.Submit')}
      busyLabel={t('Factors.Busy')}
      input={{ params: { id } }}
      done={(isReset) =>
        isReset
          ? { tone: 'success', text: t('ResetFactors.Done', { name }) }
          : { tone: 'info', text: t('ResetFactors.Nothing', { name }), stays: true }
      }
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t('ResetFactors.Question', { name, email })}</p>
      <p className="text-muted">{t('ResetFactors.Consequences')}</p>
    </AskCall>
  );
}
