import type { Cohort } from '@guichet/contract/cohorts';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';

export interface PlaceChoiceProps {
  /** The cohort chosen on the page. */
  cohort: Pick<Cohort, 'title' | 'date'>;
  checked: boolean;
  onChange: (isPlaced: boolean) => void;
}

/** Whether to place the new person in the cohort that the list shows. */
export function PlaceChoice({ cohort: { title, date }, checked, onChange }: PlaceChoiceProps) {
  const t = useT();
  const { longDay } = useFormats();
  return (
    <Checkbox
      label={t('NewUser.Place', { cohort: title, date: longDay(date) })}
      hint={t('NewUser.Place.Hint')}
      name="cohortId"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
