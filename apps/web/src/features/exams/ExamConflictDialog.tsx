import type { Exam, ExamFacts } from '@guichet/contract/exams';
import {
  FieldsConflictDialog,
  type FieldsConflictDialogProps,
} from '../../parts/versions/FieldsConflictDialog.tsx';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { factNames } from './examFacts.ts';

export interface ExamConflictDialogProps extends Omit<FieldsConflictDialogProps<Exam>, 'compare'> {
  mine: ExamFacts;
}

/** Shows who saved meanwhile and the fields that differ, and lets the user decide. */
export function ExamConflictDialog({ mine, ...props }: ExamConflictDialogProps) {
  const t = useT();
  const { longDay } = useFormats();
  const compare = (theirs: Exam) =>
    factNames.map((name) => ({
      name: name === 'examDate' ? t('ExamSpace.Date') : t(`Exam.Field.${name}`),
      mine: name === 'examDate' ? longDay(mine.examDate) : mine[name],
      theirs: name === 'examDate' ? longDay(theirs.examDate) : theirs[name],
    }));
  return <FieldsConflictDialog {...props} compare={compare} />;
}
