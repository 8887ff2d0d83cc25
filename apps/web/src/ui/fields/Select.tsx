import { type ComponentProps, type ReactNode, useId } from 'react';
import { ChevronDownIcon } from '../icons/icons.tsx';
import { Field, type FieldWords } from './Field.tsx';

export interface SelectProps extends FieldWords, Omit<ComponentProps<'select'>, 'className'> {}

/** The browser's own select, with its `option` elements as children. */
export function Select({ label, hint, error, note, beside, id, children, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} note={note} beside={beside} id={id}>
      {(ids) => (
        <div className="relative min-w-0">
          <select {...select} {...ids} className="control cursor-pointer appearance-none truncate pr-10">
            {children}
          </select>
          <ChevronDownIcon
            size={18}
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-muted"
          />
        </div>
      )}
    </Field>
  );
}

export interface OptionsProps<T> {
  of: readonly T[];
  each: (one: T) => readonly [value: string | number, text: string | number];
}

export function Options<T>({ of, each }: OptionsProps<T>) {
  return of.map((one) => {
    const [value, text] = each(one);
    return (
      <option key={value} value={value}>
        {text}
      </option>
    );
  });
}

export interface InlineSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'size'> {
  label: ReactNode;
}

/** A small select in a line of text, such as the page size of a list. */
export function InlineSelect({ label, children, ...select }: InlineSelectProps) {
  const id = useId();
  return (
    <span className="inline-flex min-w-0 max-w-full items-center">
      <label htmlFor={id} className="mr-2 has-[>.sr-only]:mr-0">
        {label}
      </label>
      <span className="relative inline-block min-w-0 max-w-full">
        <select
          {...select}
          id={id}
          className="min-h-8 max-w-full cursor-pointer appearance-none text-ellipsis rounded-md border border-edge bg-surface py-1 pr-7 pl-2.5 text-ink tabular-nums hover:border-ink/60"
        >
          {children}
        </select>
        <ChevronDownIcon
          size={15}
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 text-muted"
        />
      </span>
    </span>
  );
}
