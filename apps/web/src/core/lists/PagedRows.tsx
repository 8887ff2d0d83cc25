import { type Key, type ReactNode, useState } from 'react';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';
import { ListFooter } from './ListFooter.tsx';
import { pageOf } from './pages.ts';

export interface RowColumn<R> {
  heading: string;
  align?: 'end';
  /** Whether the cell names the row. On a card, such a cell shows its heading only with `isLabelled`. */
  lead?: boolean;
  isLabelled?: boolean;
  cell: (row: R) => ReactNode;
}

export interface PagedRowsProps<R> {
  /** Accessible name of the table. */
  caption: string;
  rows: readonly R[];
  keyOf: (row: R, place: number) => Key;
  columns: readonly RowColumn<R>[];
  /** The offered page sizes; the first one applies at the beginning. */
  sizes: readonly [number, ...number[]];
  /** The accessible name of the page links. */
  label: string;
  /** CSS classes for the padding around the footer. */
  inset: string;
  /** Content above the page links. */
  note?: ReactNode;
  /** Leaves out the footer when all rows fit on the smallest page. */
  isBare?: boolean;
  isDense?: boolean;
}

/** A table that shows its given rows page by page. */
export function PagedRows<R>(props: PagedRowsProps<R>) {
  const { caption, rows, keyOf, columns, sizes, label, inset, note, isBare, isDense = true } = props;
  const [wanted, setWanted] = useState(1);
  const [size, setSize] = useState(sizes[0]);
  const { page, rows: shown } = pageOf(rows, wanted, size);
  return (
    <>
      <Table
        caption={caption}
        dense={isDense}
        head={columns.map(({ heading, align }) => (
          <HeaderCell key={heading} align={align}>
            {heading}
          </HeaderCell>
        ))}
      >
        {shown.map((row, place) => (
          <Row key={keyOf(row, place)}>
            {columns.map(({ heading, align, lead, isLabelled = !lead, cell }) => (
              <Cell key={heading} label={isLabelled ? heading : undefined} align={align} lead={lead}>
                {cell(row)}
              </Cell>
            ))}
          </Row>
        ))}
      </Table>
      {!(isBare && rows.length <= sizes[0]) && (
        <div className={`border-line border-t ${inset}`}>
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
    </>
  );
}
