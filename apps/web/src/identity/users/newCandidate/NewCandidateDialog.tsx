import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import {
  type KnownCandidate,
  type NewCandidate,
  NewCandidateForm,
  type NewCandidateFormProps,
} from './NewCandidateForm.tsx';

export interface NewCandidateDialogProps {
  open: boolean;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date'>;
  missingLink: NewCandidateFormProps['missingLink'];
  givesExtraTime: boolean;
  /** The call that enrols a new person. */
  create: NewCandidateFormProps['create'] & { reset: () => void };
  /** The call that places the existing account of an address. */
  add: NewCandidateFormProps['add'] & { reset: () => void };
  onCreate: (person: NewCandidate, onDone: () => void) => void;
  onAdd: (known: KnownCandidate, onDone: () => void) => void;
  /** A question over this dialog. */
  children?: ReactNode;
  onClose: () => void;
}

/** Enrols a person in the exam with the exam's mail; creates an account when they have none. */
export function NewCandidateDialog(props: NewCandidateDialogProps) {
  const { open, exam, missingLink, create, add, givesExtraTime, onCreate, onAdd, onClose } = props;
  const t = useT();

  function close() {
    create.reset();
    add.reset();
    onClose();
  }

  return (
    <ClosableDialog open={open} title={t('NewCandidate')} onClose={close}>
      <NewCandidateForm
        exam={exam}
        missingLink={missingLink}
        create={create}
        add={add}
        givesExtraTime={givesExtraTime}
        onSave={(person) => onCreate(person, close)}
        onAdd={(known) => onAdd(known, close)}
      />
      {props.children}
    </ClosableDialog>
  );
}
