import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './Field.tsx';

export interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'className'> {}

/** A single-line field for text, e-mail or number. Takes every attribute of `input`. */
export function TextField({ label, hint, hintBelow, error, note, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} hintBelow={hintBelow} error={error} note={note} id={id}>
      {(ids) => <input type="text" {...input} {...ids} className="control" />}
    </Field>
  );
}
