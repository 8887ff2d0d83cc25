import { type ReactNode, useId } from 'react';
import { AlertIcon } from '../icons/icons.tsx';

export interface FieldWords {
  label: ReactNode;
  /** Shown below the label and read with the control. */
  hint?: ReactNode;
  /** Whether the hint stands below the control, which then stays in its place as the hint comes and goes. */
  hintBelow?: boolean | undefined;
  /** Present only after a submit; marks the control as invalid. */
  error?: ReactNode;
  /** A remark after the label, for example « facultatif ». */
  note?: ReactNode;
  /** Whether the label stands before the control, as in a bar. */
  beside?: boolean | undefined;
}

export interface FieldIds {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** The label, hint and error of a control, linked by ids that the control spreads. */
export function Field(
  props: FieldWords & { id?: string | undefined; children: (ids: FieldIds) => ReactNode },
) {
  const { label, hint, hintBelow = false, error, note, beside = false, children } = props;
  const made = useId();
  const id = props.id ?? made;
  const hintText = hint && (
    <p id={`${id}-hint`} className="text-muted text-sm">
      {hint}
    </p>
  );
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  return (
    <div className={beside ? 'flex items-center gap-3 *:last:grow' : 'flex flex-col gap-1.5'}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {note && <span className="text-muted text-xs">{note}</span>}
      </div>
      {!hintBelow && hintText}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hintBelow && hintText}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  if (!error) return null;
  return (
    <div id={id} className="flex items-start gap-1.5 text-danger-ink text-sm">
      <AlertIcon size={16} className="mt-0.5 shrink-0" />
      <div>{error}</div>
    </div>
  );
}
