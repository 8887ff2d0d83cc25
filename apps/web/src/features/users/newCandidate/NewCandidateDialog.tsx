import type { Cohort } from '@guichet/contract/cohorts';
import { useState } from 'react';
import { DiscardQuestion } from '../../../parts/leaving/DiscardQuestion.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { Dialog } from '../../../ui/aria/Dialog.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { type NewCandidate, useCreateCandidate } from '../users.api.ts';
import { NewCandidateForm, type NewCandidateFormProps } from './NewCandidateForm.tsx';

export interface NewCandidateDialogProps {
  open: boolean;
  systemId: number;
  cohort: Pick<Cohort, 'id' | 'title' | 'date'>;
  /** The call that places the account of a taken address. */
  add: NewCandidateFormProps['add'] & { reset: () => void };
  onAdd: (known: Pick<NewCandidate, 'email' | 'sendEmail'>, onDone: () => void) => void;
  onClose: () => void;
}

/** Enrols one person in the cohort with the exam's mail; creates her account where there is none. */
export function NewCandidateDialog(props: NewCandidateDialogProps) {
  const { open, systemId, cohort, add, onAdd, onClose } = props;
  const t = useT();
  const create = useCreateCandidate(systemId, cohort.id);
  const [isFilled, setFilled] = useState(false);
  const [isAsking, ask] = useState(false);

  function close() {
    create.reset();
    add.reset();
    setFilled(false);
    ask(false);
    onClose();
  }

  /** Escape, the cross and Cancel ask before they discard input. */
  function requestClose() {
    if (isFilled) ask(true);
    else close();
  }

  function save(person: NewCandidate) {
    create.mutate(person, {
      onSuccess: () => {
        const name = `${person.firstName} ${person.lastName}`;
        const text = t(person.sendEmail ? 'NewCandidate.Done.Mailed' : 'NewCandidate.Done', {
          name,
          cohort: cohort.title,
        });
        showToast({ tone: 'success', text });
        close();
      },
    });
  }

  return (
    <Dialog
      open={open}
      onClose={requestClose}
      title={t('NewCandidate')}
      closeLabel={t('Dialog.Close')}
      busy={create.isPending || add.isPending}
      sticky
    >
      <NewCandidateForm
        cohort={cohort}
        create={create}
        add={add}
        onFilled={setFilled}
        onSave={save}
        onAdd={(known) => onAdd(known, close)}
        onCancel={requestClose}
      />
      <DiscardQuestion open={isAsking} onDiscard={close} onStay={() => ask(false)} />
    </Dialog>
  );
}
