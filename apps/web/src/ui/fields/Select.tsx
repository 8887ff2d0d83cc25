import type { ComponentProps } from 'react';
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
