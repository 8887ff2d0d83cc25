import { useT } from '../../../../platform/i18n/useT.ts';
import { Select } from '../../../../ui/fields/Select.tsx';

export interface FilterSelectProps<Value extends string> {
  label: string;
  /** Null for no filter. */
  value: Value | null;
  choices: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value | null) => void;
}

/** One filter. An unknown value from the address stays as an option, so that it can be changed. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, choices, onChange } = props;
  const t = useT();
  const isUnknown = value !== null && !choices.some((choice) => choice.value === value);
  return (
    <Select
      label={label}
      value={value ?? ''}
      onChange={({ target }) =>
        onChange(choices.find((choice) => choice.value === target.value)?.value ?? null)
      }
    >
      <option value="">{t('Search.Any')}</option>
      {isUnknown && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}
