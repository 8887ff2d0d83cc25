import type { ReactNode } from 'react';

export interface SetupStepProps {
  title: string;
  /** Says what is missing, and its purpose. */
  children: ReactNode;
  /** The link or button that does the step. */
  action?: ReactNode;
  result?: ReactNode;
}

export function SetupStep({ title, children, action, result }: SetupStepProps) {
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-prose">
          <h3 className="font-medium text-ink">{title}</h3>
          <div className="text-muted text-sm">{children}</div>
        </div>
        {action}
      </div>
      {result}
    </li>
  );
}
