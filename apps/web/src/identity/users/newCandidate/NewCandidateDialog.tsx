import { type Cohort, createCandidate } from '@guichet/contract/exams/cohorts';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { DraftDialog } from '../../../core/parts/leaving/DraftDialog.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { type NewCandidate, NewCandidateForm, type NewCandidateFormProps } from './NewCandidateForm.tsx';

export interface NewCandidateDialogProps {
  open: boolean;
  systemId: number;
  cohort: Pick<Cohort, 'id' | 'title' | 'date'>;
  missingLink: NewCandidateFormProps['missingLink'];
  missingFacts: NewCandidateFormProps['missingFacts'];
  /** The call that places the existing account of an address. */
  add: NewCandidateFormProps['add'] & { reset: () => void };
  onAdd: (known: Pick<NewCandidate, 'email' | 'sendEmail'>, onDone: () => void) => void;
  onClose: () => void;
}

/** Enrols a person in the cohort with the exam's mail; creates an account when they have none. */
export function NewCandidateDialog(props: NewCandidateDialogProps) {
  const { open, systemId, cohort, missingLink, missingFacts, add, onAdd, onClose } = props;
  const t = useT();
  const create = useCall(createCandidate);

  function close() {
    create.reset();
    add.reset();
    onClose();
  }

  function save(person: NewCandidate, onDone: () => void) {
    const onSuccess = () => {
      const name = `${person.firstName} ${person.lastName}`;
      const text = t(person.sendEmail ? 'NewCandidate.Done.Mailed' : 'NewCandidate.Done', {
        name,
        cohort: cohort.title,
      });
      showToast({ tone: 'success', text });
      onDone();
    };
    create.mutate({ params: { systemId, cohortId: cohort.id }, body: person }, { onSuccess });
  }

  return (
    <DraftDialog
      open={open}
      title={t('NewCandidate')}
      busy={create.isPending || add.isPending}
      onClose={close}
    >
      {(form) => (
        <NewCandidateForm
          cohort={cohort}
          missingLink={missingLink}
          missingFacts={missingFacts}
          create={create}
          add={add}
          onFilled={form.onFilled}
          onSave={(person) => save(person, form.close)}
          onAdd={(known) => onAdd(known, form.close)}
          onCancel={form.requestClose}
        />
      )}
    </DraftDialog>
  );
}
