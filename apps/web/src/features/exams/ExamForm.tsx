import { type Exam, type ExamFacts, editExam } from '@guichet/contract/exams';
import { type FormEvent, useState } from 'react';
import { LeaveDialog } from '../../parts/leaving/LeaveDialog.tsx';
import { FailureNotice } from '../../platform/forms/FailureNotice.tsx';
import { useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { ExamConflictDialog } from './ExamConflictDialog.tsx';
import { ExamDateField } from './ExamDateField.tsx';
import { ExamField, ExamFields, fieldPair } from './ExamFields.tsx';
import { factsOf } from './examFacts.ts';
import { useEditExam } from './exams.api.ts';

export interface ExamFormProps {
  systemId: number;
  exam: Exam;
  /** Called with the exam as it was saved. */
  onSaved: (exam: Exam) => void;
}

/** Edits an exam; a version that somebody else has saved meanwhile is shown, and not overwritten unasked. */
export function ExamForm({ systemId, exam, onSaved }: ExamFormProps) {
  const t = useT();
  // The version that was edited stays, also when a newer one is loaded.
  const [draft, setDraft] = useState<{ facts: ExamFacts; version: number } | null>(null);
  const [theirs, setTheirs] = useState<Exam | null>(null);
  const edit = useEditExam(systemId, exam.id);
  const form = useFirstInvalidFocus(edit.error);
  const facts = draft?.facts ?? factsOf(exam);
  const version = draft?.version ?? exam.version;
  const faultsAt = useFieldFaults(edit.error, {
    schema: editExam.body.schema,
    sent: edit.variables,
    now: { ...facts, version },
  });

  function change(patch: Partial<ExamFacts>) {
    setDraft({ version, facts: { ...facts, ...patch } });
  }

  function save(over: number) {
    edit.mutate(
      { ...facts, version: over },
      {
        onSuccess(reply) {
          if ('outcome' in reply) return setTheirs(reply.current);
          setTheirs(null);
          setDraft(null);
          showToast({ tone: 'success', text: t('Exam.Saved', { title: reply.title }) });
          onSaved(reply);
        },
      },
    );
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save(version);
  }

  function takeTheirs() {
    setTheirs(null);
    setDraft(null);
  }

  const field = { texts: facts, onChange: change, faultsAt };
  return (
    <form ref={form} noValidate onSubmit={submit} className="@container flex flex-col gap-5">
      <FailureNotice failure={edit.error} />
      <div className={fieldPair}>
        <ExamField name="titleFr" {...field} />
        <ExamField name="titleEn" {...field} />
      </div>
      <ExamDateField
        value={facts.examDate}
        onChange={(examDate) => change({ examDate })}
        error={faultsAt('examDate')}
      />
      <ExamFields {...field} />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={edit.isPending}
          busyLabel={t('EditConflict.Busy')}
          disabled={draft === null}
        >
          {t('Exam.Save')}
        </Button>
      </div>
      <ExamConflictDialog
        mine={facts}
        theirs={theirs}
        busy={edit.isPending}
        onKeepMine={() => theirs && save(theirs.version)}
        onTakeTheirs={takeTheirs}
        onClose={() => setTheirs(null)}
      />
      <LeaveDialog active={draft !== null} title={t('Exam.Leave.Title')} message={t('Exam.Leave.Message')} />
    </form>
  );
}
