import { InlineSelect, Options } from '../../ui/fields/Select.tsx';
import { Pagination } from '../../ui/tables/Pagination.tsx';
import { useT } from '../i18n/useT.ts';

export interface ListFooterProps {
  label: string;
  total: number;
  page: number;
  size: number;
  sizes: readonly number[];
  /** The label of a page size; by default the number itself. */
  sizeLabel?: (size: number) => string | number;
  /** The largest number of page links: 5 for the lists of a system (S9.5), 10 for the search (S9.6). */
  maxLinks: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

export function ListFooter(props: ListFooterProps) {
  const { label, total, page, size, sizes, sizeLabel = String, maxLinks, onPage, onSize } = props;
  const t = useT();
  const pageCount = countPages(total, size);
  const first = Math.min((page - 1) * size + 1, total);
  const last = Math.min(page * size, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-muted text-sm">
        <p aria-live="polite" className="tabular-nums">
          {t('List.Range', { first, last, total })}
        </p>
        <span data-screen-only>
          <InlineSelect
            label={t('List.Size')}
            value={size}
            onChange={(event) => onSize(Number(event.target.value))}
          >
            <Options of={sizes} each={(choice) => [choice, sizeLabel(choice)]} />
          </InlineSelect>
        </span>
      </div>
      {pageCount > 1 && (
        <Pagination
          page={page}
          pageCount={pageCount}
          maxLinks={maxLinks}
          onPage={onPage}
          words={{
            label,
            first: t('List.First'),
            previous: t('List.Previous'),
            next: t('List.Next'),
            last: t('List.Last'),
            page: (number) => t('List.Page', { number }),
          }}
        />
      )}
    </div>
  );
}

export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** The rows of a page, and the page's number: the last page when the wanted page is beyond the end. */
export function cutPage<T>(rows: readonly T[], wanted: number, size: number): { page: number; rows: T[] } {
  const page = Math.min(wanted, countPages(rows.length, size));
  return { page, rows: rows.slice((page - 1) * size, page * size) };
}
