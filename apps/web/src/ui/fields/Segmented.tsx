import { type ReactNode, useId } from 'react';

export interface SegmentedProps<T extends string> {
  legend: ReactNode;
  legendHidden?: boolean;
  /** Null: nothing is chosen yet. */
  value: T | null;
  options: readonly { value: T; label: ReactNode; lang?: string }[];
  onChange: (value: T) => void;
}

/** A choice of two to four options, all visible: native radio buttons side by side. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { legend, legendHidden = true, value, options, onChange } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className={legendHidden ? 'sr-only' : 'mb-1.5 font-medium text-ink text-sm'}>{legend}</legend>
      <div className="inline-flex w-fit rounded-md border border-line bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            lang={option.lang}
            className="relative grid min-h-9 cursor-pointer place-items-center rounded-md px-3.5 text-muted text-sm transition-colors hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:lifted has-checked:forced-chosen has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
