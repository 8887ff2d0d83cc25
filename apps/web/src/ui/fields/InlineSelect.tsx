import { type ComponentProps, type ReactNode, useId } from 'react';
import { ChevronDownIcon } from '../icons/icons.tsx';

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
