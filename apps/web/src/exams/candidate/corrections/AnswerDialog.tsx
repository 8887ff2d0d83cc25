import {
  type AskedCorrection,
  answerCorrection,
  correctionOutcomes,
} from '@guichet/contract/exams/candidate.corrections';
import { useState } from 'react';
import { useCall } from '../../../core/call/query.ts';
import { useCallFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { DialogForm, SubjectDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { RequestedCorrection } from './CorrectionFacts.tsx';

export interface AnswerDialogProps {
  correction: AskedCorrection | null;
  onClose: () => void;
}

/** Answers or declines a correction, with a note that the person reads. */
export function AnswerDialog({ correction, onClose }: AnswerDialogProps) {
  const t = useT();
  return (
    <SubjectDialog
      of={correction}
      onClose={onClose}
      title={({ person }) => t('Corrections.Answer.Of', { name: person.fullName })}
    >
      {(shown) => <AnswerForm key={shown.id} correction={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

function AnswerForm({ correction, onClose }: { correction: AskedCorrection; onClose: () => void }) {
  const t = useT();
  const answer = useCall(answerCorrection);
  const { isActive } = correction.person;
  const [outcome, choose] = useState<(typeof correctionOutcomes)[number]>('answered');
  const [note, setNote] = useState('');
  const faultsAt = useCallFaults(answer, answerCorrection, { outcome, note });

  function send() {
    const onSuccess = () => {
      const done = isActive ? 'Corrections.Answered' : 'Corrections.Answered.NoMail';
      showToast({ tone: 'success', text: t(done) });
      onClose();
    };
    answer.mutate({ params: { correctionId: correction.id }, body: { outcome, note } }, { onSuccess });
  }

  return (
    <DialogForm submitLabel={t('Corrections.Send')} call={answer} onSubmit={send}>
      <RequestedCorrection correction={correction} />
      <Segmented
        legend={t('Corrections.Outcome')}
        value={outcome}
        onChange={choose}
        options={correctionOutcomes.map((value) => ({ value, label: t(`Correction.Outcome.${value}`) }))}
      />
      {outcome === 'answered' && correction.isCorrected === false && (
        <Notice tone="warning">{t('Corrections.Unchanged')}</Notice>
      )}
      <TextArea
        label={t('Corrections.Note')}
        hint={t(isActive ? 'Corrections.Note.Hint' : 'Corrections.Note.HintNoMail')}
        name="note"
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={faultsAt('note')}
      />
    </DialogForm>
  );
}
