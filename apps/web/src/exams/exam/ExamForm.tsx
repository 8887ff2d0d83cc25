import { Day } from '@guichet/contract/core/endpoint';
import { movedWith } from '@guichet/contract/core/localTime';
import { type Exam, type ExamFacts, editExam } from '@guichet/contract/exams/exams';
import { titleIn } from '@guichet/contract/exams/exams.end';
import { examFactNames } from '@guichet/contract/exams/exams.facts';
import { type FormEvent, useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { FailureNotice, useCallFaults } from '../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { LeaveDialog } from '../../core/parts/leaving/LeaveDialog.tsx';
import {
  FieldsConflictDialog,
  type FieldsConflictDialogProps,
} from '../../core/parts/versions/FieldsConflictDialog.tsx';
import { type Merge, mergeFields } from '../../core/parts/versions/mergeFields.ts';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { type LateMails, LateMailsDialog } from './changes/LateMailsDialog.tsx';
import { useFactWords } from './changes/useFactWords.ts';
import { languageAhead, pickFacts } from './examFacts.ts';
import { ExamDateField } from './fields/ExamDateField.tsx';
import { ExamField, ExamFields, fieldPair } from './fields/ExamFields.tsx';

export interface ExamFormProps {
  systemId: number;
  exam: Exam;
  onSaved: (exam: Exam) => void;
}

/**
 * Edits an exam. A field that only somebody else has changed meanwhile keeps their value and is named; a
 * field that both have changed is shown, and overwritten only after a question.
 */
export function ExamForm({ systemId, exam, onSaved }: ExamFormProps) {
  const t = useT();
  const language = useLanguage();
  // The edited version stays, even when a newer one is loaded.
  const [draft, setDraft] = useState<{ facts: ExamFacts; saved: Exam } | null>(null);
  const [conflict, setConflict] = useState<ExamConflict | null>(null);
  const [late, setLate] = useState<LateMails | null>(null);
  const [also, setAlso] = useState<AlsoChangedProps | null>(null);
  const edit = useCall(editExam);
  const form = useFirstInvalidFocus(edit.error);
  const facts = draft?.facts ?? pickFacts(exam);
  const saved = draft?.saved ?? exam;
  const faultsAt = useCallFaults(edit, editExam, { ...facts, version: saved.version });

  function change(patch: Partial<ExamFacts>) {
    setDraft({ saved, facts: { ...facts, ...patch } });
  }

  /** The last day moves along, so that an exam of several days keeps its length. */
  function changeDay(examDate: string) {
    const isDay = Day.safeParse(examDate).success;
    change({ examDate, ...(isDay && { endDate: movedWith(saved.endDate, saved.examDate, examDate) }) });
  }

  /** With `asksFirst`, nothing is saved before a question about mails that would leave at once or never. */
  function save(mine: ExamFacts, over: Exam, asksFirst = true) {
    edit.mutate(
      {
        params: { systemId, examId: exam.id },
        body: { ...mine, version: over.version, asksFirst },
      },
      {
        onSuccess(reply) {
          if ('outcome' in reply) {
            if (reply.outcome === 'movesMails') return setLate({ ...reply, mine, over });
            setLate(null);
            return merge(mine, over, reply.current);
          }
          setConflict(null);
          setLate(null);
          setDraft(null);
          showToast({ tone: 'success', text: t('Exam.Saved', { title: titleIn(language, reply).title }) });
          onSaved(reply);
        },
        // The form, not the dialog, shows the faults of a save over the other version.
        onError() {
          setConflict(null);
          setLate(null);
        },
      },
    );
  }

  function merge(mine: ExamFacts, over: Exam, theirs: Exam) {
    const found = {
      ...mergeFields({ saved: pickFacts(over), mine, theirs: pickFacts(theirs) }),
      mine,
      theirs,
    };
    if (found.conflicts.length > 0) setConflict(found);
    else saveMerged(found);
  }

  function saveMerged({ merged, takenOver, theirs }: ExamConflict) {
    setDraft({ facts: merged, saved: theirs });
    if (takenOver.length > 0) setAlso({ by: theirs.savedBy, names: takenOver });
    save(merged, theirs);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAlso(null);
    save(facts, saved);
  }

  /** Takes their value for the fields in conflict; other fields that this user changed stay to be saved. */
  function takeTheirs({ merged, conflicts, takenOver, theirs }: ExamConflict) {
    const kept = { ...merged, ...Object.fromEntries(conflicts.map((name) => [name, theirs[name]])) };
    const isChanged = examFactNames.some((name) => kept[name] !== theirs[name]);
    setDraft(isChanged ? { facts: kept, saved: theirs } : null);
    if (takenOver.length > 0) setAlso({ by: theirs.savedBy, names: takenOver });
    setConflict(null);
  }

  function hintAt(name: keyof ExamFacts) {
    const ahead = languageAhead(name, { saved: pickFacts(saved), facts });
    return ahead && <span className="text-warning-ink">{t(`Exam.OtherLanguage.${ahead}`)}</span>;
  }

  const field = { texts: facts, onChange: change, faultsAt, hintAt };
  return (
    <form ref={form} noValidate onSubmit={submit} className="@container flex flex-col gap-5">
      {also && (
        <Notice tone="info" role="status">
          <AlsoChanged {...also} />
        </Notice>
      )}
      <div className={fieldPair}>
        <ExamField name="titleFr" {...field} />
        <ExamField name="titleEn" {...field} />
      </div>
      <ExamDateField value={facts.examDate} onChange={changeDay} error={faultsAt('examDate')} />
      <ExamFields {...field} />
      <FailureNotice failure={edit.error} />
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
        conflict={conflict}
        busy={edit.isPending}
        onKeepMine={() => conflict && saveMerged(conflict)}
        onTakeTheirs={() => conflict && takeTheirs(conflict)}
        onClose={() => setConflict(null)}
      />
      <LateMailsDialog
        call={edit}
        late={late}
        onConfirm={({ mine, over }) => save(mine, over, false)}
        onClose={() => setLate(null)}
      />
      <LeaveDialog active={draft !== null} title={t('Exam.Leave.Title')} message={t('Exam.Leave.Message')} />
    </form>
  );
}

/** A save in conflict with fields that somebody else has changed to other values. */
interface ExamConflict extends Merge<ExamFacts> {
  readonly mine: ExamFacts;
  readonly theirs: Exam;
}

interface ExamConflictDialogProps
  extends Omit<FieldsConflictDialogProps<Exam>, 'compare' | 'theirs' | 'also'> {
  conflict: ExamConflict | null;
}

/** Shows who saved meanwhile and the fields that both have changed, and lets the user decide. */
function ExamConflictDialog({ conflict, ...decisions }: ExamConflictDialogProps) {
  const { nameOf, textOf } = useFactWords();
  const shown = useLastGiven(conflict);
  const compare = (theirs: Exam) =>
    (shown?.conflicts ?? []).map((name) => ({
      name: nameOf(name),
      mine: textOf(name, shown?.mine ?? theirs),
      theirs: textOf(name, theirs),
    }));
  return (
    <FieldsConflictDialog
      {...decisions}
      theirs={conflict?.theirs ?? null}
      compare={compare}
      also={
        shown &&
        shown.takenOver.length > 0 && <AlsoChanged by={shown.theirs.savedBy} names={shown.takenOver} />
      }
    />
  );
}

interface AlsoChangedProps {
  by: Exam['savedBy'];
  names: readonly (keyof ExamFacts)[];
}

/** Names the fields that only somebody else has changed meanwhile; their saved values stay. */
function AlsoChanged({ by, names }: AlsoChangedProps) {
  const t = useT();
  const { nameOf } = useFactWords();
  const fields = names.map(nameOf).join(', ');
  return by === null
    ? t('EditConflict.Also.Unnamed', { fields })
    : t('EditConflict.Also', { name: by, fields });
}
