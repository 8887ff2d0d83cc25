import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The column of a page: `wide` for lists, `narrow` for a single form. */
export function Page({ width = 'wide', children }: { width?: 'wide' | 'narrow'; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'mx-auto w-full px-4 py-6 sm:px-6 sm:py-8',
        width === 'wide' ? 'max-w-7xl' : 'max-w-2xl',
      )}
    >
      {children}
    </div>
  );
}
