import clsx from 'clsx';
import type { ReactNode } from 'react';
import { SortDownIcon, SortIcon, SortUpIcon } from '../icons/moreIcons.tsx';
import { HeaderCell } from './Table.tsx';

export type SortDirection = 'ascending' | 'descending' | 'none';

export interface SortHeaderProps {
  direction: SortDirection;
  /** Called on a press; the caller decides whether the order becomes ascending, descending or none. */
  onSort: () => void;
  align?: 'start' | 'end' | undefined;
  /** Classes for the width, when columns do not follow their content. */
  className?: string | undefined;
  children: ReactNode;
}

const icons = { ascending: SortUpIcon, descending: SortDownIcon, none: SortIcon };

export function SortHeader({ direction, onSort, align = 'start', className, children }: SortHeaderProps) {
  const Icon = icons[direction];
  return (
    <HeaderCell align={align} aria-sort={direction} className={className}>
      <button
        type="button"
        onClick={onSort}
        className={clsx(
          '-mx-1.5 inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-sm px-1.5 font-medium hover:text-ink',
          align === 'end' && 'flex-row-reverse',
          direction !== 'none' && 'text-accent-ink',
        )}
      >
        {children}
        <Icon size={15} className={clsx(direction === 'none' && 'opacity-55')} />
      </button>
    </HeaderCell>
  );
}
