import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './Field.tsx';

export interface TextAreaProps extends FieldWords, Omit<ComponentProps<'textarea'>, 'className'> {}

/** A multi-line text field, which grows with the text if the browser supports that; with one of `rows` from a single line. */
export function TextArea({ label, hint, hintBelow, error, note, id, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} hintBelow={hintBelow} error={error} note={note} id={id}>
      {(ids) => (
        <textarea
          rows={5}
          {...area}
          {...ids}
          className={clsx('control field-sizing-content leading-relaxed', area.rows !== 1 && 'min-h-28')}
        />
      )}
    </Field>
  );
}
