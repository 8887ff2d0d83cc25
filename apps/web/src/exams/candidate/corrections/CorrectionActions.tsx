import {
  type AskedCorrection,
  fieldsOfWholeAccount,
  passOnCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { useCall } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { PencilIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { findReceivers, useManagerNames } from './ManagerNames.tsx';

export interface CorrectionActionsProps {
  correction: AskedCorrection;
  /** Opens the dialog that does what is asked for. */
  onDo: () => void;
  onAnswer: () => void;
}

/** Buttons for an open request, as far as the reader may: fulfil, pass on, answer. */
export function CorrectionActions({ correction, onDo, onAnswer }: CorrectionActionsProps) {
  const t = useT();
  const failureText = useFailureText();
  const namesOf = useManagerNames();
  const passOn = useCall(passOnCorrection);
  const { id, person, field, passedOn, managers } = correction;
  const { fullName: name, mayManage, mayCorrect } = person;
  const isWhole = fieldsOfWholeAccount.has(field);
  const isOffAlready = field === 'secondFactor' && person.hasSecondFactor === false;
  const isDoable =
    field !== 'exam' && !isOffAlready && (mayManage || (mayCorrect && !isWhole && field !== 'other'));
  const goesOn = !mayManage && managers.length > 0 && (isWhole || field === 'other');
  const label = labelOf(field);
  if (passedOn && !mayManage) return null;

  function pass() {
    passOn.mutate(
      { params: { correctionId: id } },
      {
        onSuccess: () =>
          showToast({
            tone: 'success',
            text: t('Corrections.PassOn.Done', { names: namesOf(findReceivers(managers)) }),
          }),
        onError: (failure) => showToast({ tone: 'danger', text: failureText(failure) }),
      },
    );
  }

  return (
    <div className="flex flex-wrap gap-2">
      {isDoable && (
        <SmallButton icon={PencilIcon} onClick={onDo} aria-label={t(label.of, { name })}>
          {t(label.short)}
        </SmallButton>
      )}
      {goesOn && (
        <SmallButton busy={passOn.isPending} onClick={pass} aria-label={t('Corrections.PassOn.Of', { name })}>
          {t('Corrections.PassOn')}
        </SmallButton>
      )}
      <SmallButton onClick={onAnswer} aria-label={t('Corrections.Answer.Of', { name })}>
        {t('Corrections.Answer')}
      </SmallButton>
    </div>
  );
}

function labelOf(field: AskedCorrection['field']) {
  if (field === 'password') return { short: 'Corrections.OpenPerson', of: 'UserInfo.Of' } as const;
  if (field === 'secondFactor') return { short: 'ResetFactors.Open', of: 'ResetFactors.Of' } as const;
  return { short: 'Correction.Start', of: 'Correction.Of' } as const;
}
