import type { Cohort } from '@guichet/contract/exams/cohorts';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Select } from '../../ui/fields/Select.tsx';

export interface CohortSelectProps {
  label: string;
  /** The label of the entry for no cohort. */
  noneLabel: string;
  cohorts: readonly Cohort[];
  value: number | null;
  onChange: (cohortId: number | null) => void;
  disabled?: boolean;
  beside?: boolean;
}

export function CohortSelect(props: CohortSelectProps) {
  const { label, noneLabel, cohorts, value, onChange, disabled, beside } = props;
  const t = useT();
  const { longDay } = useFormats();
  const isGone = value !== null && !cohorts.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      value={value ?? ''}
      disabled={disabled}
      beside={beside}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">{noneLabel}</option>
      {isGone && <option value={value}>{t('Cohort.Gone')}</option>}
      {cohorts.map((cohort) => (
        <option key={cohort.id} value={cohort.id}>
          {t('Cohort.Option', {
            title: cohort.title,
            date: longDay(cohort.date),
            count: cohort.numberOfCandidates,
          })}
        </option>
      ))}
    </Select>
  );
}
