import clsx from 'clsx';
import { IconButton } from '../buttons/IconButton.tsx';
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  ChevronsLeftIcon,
  ChevronsRightIcon,
} from '../icons/moreIcons.tsx';

export interface PaginationWords {
  label: string;
  first: string;
  previous: string;
  next: string;
  last: string;
  page: (page: number) => string;
}

export interface PaginationProps {
  /** The current page, from 1. */
  page: number;
  pageCount: number;
  maxLinks: number;
  onPage: (page: number) => void;
  words: PaginationWords;
}

export function Pagination({ page, pageCount, maxLinks, onPage, words }: PaginationProps) {
  const atStart = page <= 1;
  const atEnd = page >= pageCount;
  return (
    <nav aria-label={words.label} className="-mx-2.5 flex flex-wrap items-center gap-0.5">
      <IconButton label={words.first} icon={ChevronsLeftIcon} disabled={atStart} onClick={() => onPage(1)} />
      <IconButton
        label={words.previous}
        icon={ChevronLeftIcon}
        disabled={atStart}
        onClick={() => onPage(page - 1)}
      />
      {pageWindow(page, pageCount, maxLinks).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={words.page(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className={clsx(
            'min-h-10 min-w-10 cursor-pointer rounded-md px-2 text-sm tabular-nums transition-colors',
            number === page
              ? 'forced-chosen bg-accent-soft font-semibold text-accent-ink'
              : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          {number}
        </button>
      ))}
      <IconButton
        label={words.next}
        icon={ChevronRightIcon}
        disabled={atEnd}
        onClick={() => onPage(page + 1)}
      />
      <IconButton
        label={words.last}
        icon={ChevronsRightIcon}
        disabled={atEnd}
        onClick={() => onPage(pageCount)}
      />
    </nav>
  );
}

/** The numbers of at most `maxLinks` neighbouring pages around `page`, from 1. */
export function pageWindow(page: number, pageCount: number, maxLinks: number): number[] {
  const length = Math.min(pageCount, maxLinks);
  const wanted = page - Math.floor(length / 2);
  const first = Math.max(1, Math.min(wanted, pageCount - length + 1));
  return Array.from({ length }, (_, offset) => first + offset);
}
