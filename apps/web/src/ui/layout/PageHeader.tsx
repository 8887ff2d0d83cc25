import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: ReactNode;
  /** A `Breadcrumb`, shown above the title. */
  breadcrumb?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Puts the description beside the title, on a page for work. */
  dense?: boolean;
}

/** The only `h1` of a page. Focusable, so that screen readers announce a change of page. */
export function PageTitle({ dense = false, children }: { dense?: boolean; children: ReactNode }) {
  const look = dense ? 'wrap-anywhere line-clamp-2 text-xl' : 'wrap-anywhere text-2xl';
  return (
    <h1
      tabIndex={-1}
      title={dense && typeof children === 'string' ? children : undefined}
      className={clsx('font-serif text-ink tracking-tight', look)}
    >
      {children}
    </h1>
  );
}

/** The title of a page, with breadcrumb, description and actions. */
export function PageHeader({ title, breadcrumb, description, actions, dense = false }: PageHeaderProps) {
  return (
    <header className={clsx('flex flex-col', dense ? 'pb-3' : 'gap-2 pb-6')}>
      {breadcrumb}
      <div
        className={clsx(
          'flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
          dense && 'xl:flex-nowrap xl:items-center',
        )}
      >
        {/* Has what the actions leave, but not less than the width of a title: then these wrap. */}
        <div
          className={clsx(
            'min-w-0',
            dense && 'flex flex-wrap items-baseline gap-x-4 xl:min-w-72 xl:grow xl:basis-72',
          )}
        >
          <PageTitle dense={dense}>{title}</PageTitle>
          {description && (
            <p className={clsx('max-w-prose text-muted', dense ? 'text-sm' : 'mt-1')}>{description}</p>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 xl:justify-end">{actions}</div>}
      </div>
    </header>
  );
}

export interface PageProps {
  /** A page for work: less space around it, and the whole width of a wide screen (app.css), so that more fits. */
  dense?: boolean;
  children: ReactNode;
}

export function Page({ dense = false, children }: PageProps) {
  return (
    <div
      data-wide={dense || undefined}
      className={clsx('mx-auto w-full max-w-7xl px-4 sm:px-6', dense ? 'py-2' : 'py-6 sm:py-8')}
    >
      {children}
    </div>
  );
}
