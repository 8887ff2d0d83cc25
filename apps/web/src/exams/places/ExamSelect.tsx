import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useTexts } from '../../core/i18n/formats.ts';
import { Select } from '../../ui/fields/Select.tsx';

export interface ExamSelectProps {
  label: string;
  /** The label of the entry for no exam. */
  noneLabel: string;
  /** Undefined while the list is on its way. */
  exams: readonly ExamSummary[] | undefined;
  value: number | null;
  onChange: (examId: number | null) => void;
  disabled?: boolean;
  beside?: boolean;
}

export function ExamSelect(props: ExamSelectProps) {
  const { label, noneLabel, exams, value, onChange, disabled, beside } = props;
  const { t, longDay } = useTexts();
  const isGone = value !== null && !exams?.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      value={value ?? ''}
      disabled={disabled}
      beside={beside}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">{noneLabel}</option>
      {isGone && <option value={value}>{t(exams ? 'Exam.Gone' : 'Loading')}</option>}
      {exams?.map((exam) => (
        <option key={exam.id} value={exam.id}>
          {t('Exam.Option', {
            title: exam.title,
            date: longDay(exam.date),
            count: exam.numberOfCandidates,
          })}
        </option>
      ))}
    </Select>
  );
}
