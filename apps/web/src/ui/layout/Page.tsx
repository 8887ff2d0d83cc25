import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface PageProps {
  /** Less space around a page for work, so that more rows fit. */
  dense?: boolean;
  children: ReactNode;
}

export function Page({ dense = false, children }: PageProps) {
  return (
    <div className={clsx('mx-auto w-full max-w-7xl px-4 sm:px-6', dense ? 'py-2' : 'py-6 sm:py-8')}>
      {children}
    </div>
  );
}
