import type { Exam, ExamFacts } from '@guichet/contract/exams/exams';
import {
  FieldsConflictDialog,
  type FieldsConflictDialogProps,
} from '../../../core/parts/versions/FieldsConflictDialog.tsx';
import type { Merge } from '../../../core/parts/versions/mergeFields.ts';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { AlsoChanged } from './AlsoChanged.tsx';
import { useFactWords } from './useFactWords.ts';

/** A save in conflict with fields that somebody else has changed to other values. */
export interface ExamConflict extends Merge<ExamFacts> {
  readonly mine: ExamFacts;
  readonly theirs: Exam;
}

export interface ExamConflictDialogProps
  extends Omit<FieldsConflictDialogProps<Exam>, 'compare' | 'theirs' | 'also'> {
  conflict: ExamConflict | null;
}

/** Shows who saved meanwhile and the fields that both have changed, and lets the user decide. */
export function ExamConflictDialog({ conflict, ...decisions }: ExamConflictDialogProps) {
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
