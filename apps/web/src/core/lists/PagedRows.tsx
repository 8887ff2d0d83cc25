import { type ReactNode, useState } from 'react';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { cutPage, ListFooter } from './ListFooter.tsx';

export interface PagedRowsProps<R> extends DataTableProps<R> {
  /** The offered page sizes; the first one applies at the beginning. */
  sizes: readonly [number, ...number[]];
  label: string;
  /** CSS classes for the padding around the footer, in a card that the table fills; without them the table has a frame. */
  inset?: string;
  /** Content above the page links. */
  note?: ReactNode;
  /** Leaves out the footer when all rows fit on the smallest page. */
  isBare?: boolean;
}

/** A table that shows its given rows page by page. */
export function PagedRows<R>({ rows, sizes, label, inset, note, isBare, ...table }: PagedRowsProps<R>) {
  const [wanted, setWanted] = useState(1);
  const [size, setSize] = useState(sizes[0]);
  const { page, rows: shown } = cutPage(rows, wanted, size);
  return (
    <div className={inset === undefined ? 'overflow-clip rounded-lg border border-line' : 'contents'}>
      <DataTable dense {...table} rows={shown} />
      {!(isBare && rows.length <= sizes[0]) && (
        <div className={`border-line border-t ${inset ?? 'px-4 py-2'}`}>
          {note}
          <ListFooter
            label={label}
            total={rows.length}
            page={page}
            size={size}
            sizes={sizes}
            maxLinks={5}
            onPage={setWanted}
            onSize={setSize}
          />
        </div>
      )}
    </div>
  );
}
