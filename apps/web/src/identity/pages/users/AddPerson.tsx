import { joinNames } from '@guichet/contract/core/fullName';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { addCandidate, createCandidate } from '@guichet/contract/exams/places';
import type { ReactNode } from 'react';
import { useCall } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { isExamOver } from '../../../core/parts/mails/isExamOver.ts';
import { MissingContact } from '../../../systems/system/contacts/MissingContact.tsx';
import { removeUndoToasts, showToast } from '../../../ui/toasts/toastStore.ts';
import { useOwnSystems } from '../../access/useOwnSystems.ts';
import {
  type KnownCandidate,
  type NewCandidate,
  NewCandidateForm,
  type NewCandidateFormProps,
} from '../../users/newCandidate/NewCandidateForm.tsx';
import { useMailQuestion } from './forecast/useMailQuestion.tsx';
import { useMissingLink } from './useMissingLink.tsx';

export interface AddPersonProps {
  open: boolean;
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date' | 'endTime' | 'lastDay'>;
  onClose: () => void;
}

/** Adds a person to an exam: a new account, or the account with the typed address. */
export function AddPerson({ open, systemId, exam, onClose }: AddPersonProps) {
  const t = useT();
  const params = { systemId, examId: exam.id };
  const create = useCall(createCandidate);
  const add = useCall(addCandidate);

  const { systems } = useOwnSystems(systemId);
  const [ask, question] = useMailQuestion();
  const mail = { systemId, examId: exam.id, asksOfMissing: true };

  function enrol(person: NewCandidate, onDone: () => void) {
    const onSuccess = () => {
      const key = person.sendEmail && !isExamOver(exam) ? 'NewCandidate.Done.Mailed' : 'NewCandidate.Done';
      const name = joinNames(person);
      showToast({ tone: 'success', text: t(key, { name, exam: exam.title }) });
      onDone();
    };
    const goOn = () => create.mutate({ params, body: person }, { onSuccess });
    if (person.sendEmail) void ask({ ...mail, readers: [person.languageId] }, goOn);
    else goOn();
  }

  function enrolKnown({ name, readers, ...body }: KnownCandidate, onDone: () => void) {
    const onSuccess = (isAdded: boolean) => {
      const done = body.sendEmail && !isExamOver(exam) ? 'AddCandidate.Done.Mailed' : 'AddCandidate.Done';
      const key = isAdded ? done : 'AddCandidate.WasThere';
      const text = t(key, { name, exam: exam.title });
      // Whoever was just taken out may be back: an undo that is still offered would find nobody.
      removeUndoToasts();
      showToast({ tone: isAdded ? 'success' : 'info', text });
      onDone();
    };
    const goOn = () => add.mutate({ params, body }, { onSuccess });
    if (body.sendEmail) void ask({ ...mail, readers }, goOn);
    else goOn();
  }

  return (
    <NewCandidateDialog
      open={open}
      exam={exam}
      missingLink={useMissingLink(systemId, open, exam.id)}
      missingContact={<MissingContact systemId={systemId} />}
      givesExtraTime={systems.some((one) => one.id === systemId && one.seesExtraTime)}
      create={create}
      add={add}
      onCreate={enrol}
      onAdd={enrolKnown}
      onClose={onClose}
    >
      {question}
    </NewCandidateDialog>
  );
}

interface NewCandidateDialogProps {
  open: boolean;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date'>;
  missingLink: NewCandidateFormProps['missingLink'];
  missingContact: ReactNode;
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
function NewCandidateDialog(props: NewCandidateDialogProps) {
  const { open, exam, missingLink, missingContact, create, add, givesExtraTime, onCreate, onAdd, onClose } =
    props;
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
        missingContact={missingContact}
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
