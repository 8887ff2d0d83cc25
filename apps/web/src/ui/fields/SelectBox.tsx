import { useCallback } from 'react';

export interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Whether only some of the rows below are selected. */
  isPartial?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** The checkbox of a row, or of all rows in the column head. */
export function SelectBox({ label, checked, isPartial = false, disabled, onChange }: SelectBoxProps) {
  const markPartial = useCallback(
    (box: HTMLInputElement | null) => {
      if (box) box.indeterminate = isPartial;
    },
    [isPartial],
  );
  return (
    <label className="inline-grid size-8 cursor-pointer place-items-center has-disabled:cursor-not-allowed">
      <span className="sr-only">{label}</span>
      <input
        ref={markPartial}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 cursor-pointer disabled:cursor-not-allowed"
      />
    </label>
  );
}
