import type { ReactNode } from 'react';
import { ChevronDownIcon } from '../icons/icons.tsx';

export interface DisclosureProps {
  summary: ReactNode;
  /** Opening a disclosure closes all others with the same name. */
  name?: string;
  children: ReactNode;
}

/** A section that unfolds, as a native `details` element. */
export function Disclosure({ summary, name, children }: DisclosureProps) {
  return (
    <details name={name} className="group border-line border-b last:border-b-0">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 rounded-md py-3 font-medium text-ink transition-colors hover:text-accent-ink">
        {summary}
        <ChevronDownIcon
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180 group-open:text-accent-ink"
        />
      </summary>
      <div className="max-w-prose pr-8 pb-4 text-muted">{children}</div>
    </details>
  );
}
