import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './Field.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

const box =
  'peer size-5 shrink-0 cursor-pointer appearance-none rounded-sm border border-edge bg-surface transition-colors ' +
  'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-ink/60 ' +
  'disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger-ink forced-colors:appearance-auto';

export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const made = useId();
  const id = input.id ?? made;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="flex min-h-10 cursor-pointer items-start gap-3 py-2">
        <span className="relative mt-0.5 inline-grid place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
            className={box}
          />
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            fill="none"
            stroke="white"
            strokeWidth="2.25"
            strokeLinecap="round"
            className="pointer-events-none absolute size-5 opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0 forced-colors:hidden"
          >
            <path d="m5.5 10.5 3 3 6-6.5" />
          </svg>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute h-0.5 w-2.5 rounded-full bg-white opacity-0 peer-indeterminate:opacity-100 forced-colors:hidden"
          />
        </span>
        <span className="min-w-0">
          <span className="block text-ink">{label}</span>
          {hint && (
            <span id={`${id}-hint`} className="block text-muted text-sm">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
