import { useT } from '../../../../platform/i18n/useT.ts';
import { Select } from '../../../../ui/fields/Select.tsx';

export interface FilterSelectProps<Value extends string> {
  label: string;
  /** Null: it does not filter. */
  value: Value | null;
  choices: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value | null) => void;
}

/** One filter. A value of the address that is no choice (any more) stays in view, so that one can leave it. */
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
