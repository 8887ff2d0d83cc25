import clsx from 'clsx';
import type { ReactNode } from 'react';

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
