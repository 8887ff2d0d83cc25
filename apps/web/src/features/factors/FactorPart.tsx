import type { ReactNode } from 'react';

export interface FactorPartProps {
  title: string;
  lead: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

/** One kind of second factor on the account page, with its actions. */
export function FactorPart({ title, lead, actions, children }: FactorPartProps) {
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h3 className="font-medium text-ink">{title}</h3>
          <div className="text-muted text-sm">{lead}</div>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </div>
  );
}
