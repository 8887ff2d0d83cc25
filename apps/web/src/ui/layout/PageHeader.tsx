import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: ReactNode;
  /** A Breadcrumb, above the title. */
  breadcrumb?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The one `h1` of a page. Focusable, so that screen readers announce a change of page. */
export function PageHeader({ title, breadcrumb, description, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-2 pb-6">
      {breadcrumb}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="font-serif text-2xl text-ink tracking-tight">
            {title}
          </h1>
          {description && <p className="mt-1 max-w-prose text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
