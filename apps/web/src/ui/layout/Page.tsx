import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface PageProps {
  /** A page of work: less space around it, for more rows. */
  dense?: boolean;
  children: ReactNode;
}

/** The column of a page. */
export function Page({ dense = false, children }: PageProps) {
  return (
    <div className={clsx('mx-auto w-full max-w-7xl px-4 sm:px-6', dense ? 'py-2' : 'py-6 sm:py-8')}>
      {children}
    </div>
  );
}
