import clsx from 'clsx';
import type { Key, ReactNode } from 'react';
import { SortHeader, type SortHeaderProps } from '../../ui/tables/SortHeader.tsx';
import { Cell, HeaderCell, Row, type RowProps, Table, type TableProps } from '../../ui/tables/Table.tsx';
import { useT } from '../i18n/useT.ts';

export interface Column<R> {
  /** The name of the column, above it and before the value on a card. */
  heading: string;
  /** Stands above the column instead of its name. */
  head?: ReactNode;
  headClassName?: string;
  /** Whether only screen readers get the name of the column, as for buttons. */
  isQuiet?: boolean;
  sort?: Pick<SortHeaderProps, 'direction' | 'onSort'>;
  align?: 'end';
  /** Whether the cell names the row. On a card, such a cell shows its heading only with `isLabelled`. */
  lead?: boolean;
  isLabelled?: boolean;
  className?: string;
  /** Whether a long address or name breaks anywhere. */
  wraps?: boolean;
  /** Whether the column is left out of a table that is too narrow for all of them; cards keep it. */
  givesWay?: boolean;
  title?: (row: R) => string | null | undefined;
  lang?: (row: R) => string;
  cell: (row: R) => ReactNode;
}

/** The columns of a list; a column that a list leaves out is false or null. */
export type Columns<R> = readonly (Column<R> | false | null)[];

export interface DataTableProps<R> extends Omit<TableProps, 'head' | 'children'> {
  rows: readonly R[];
  keyOf: (row: R, place: number) => Key;
  columns: Columns<R>;
  /** The buttons of a row, in a last column. */
  actions?: Column<R>['cell'] | undefined;
  rowProps?: (row: R) => RowProps;
}

export function DataTable<R>({ rows, keyOf, columns, actions, rowProps, ...table }: DataTableProps<R>) {
  const t = useT();
  const shown = columns.filter((column) => column !== false && column !== null);
  if (actions) shown.push({ heading: t('List.Actions'), isQuiet: true, align: 'end', cell: actions });
  return (
    <Table {...table} head={shown.map((column) => <ColumnHead key={column.heading} {...column} />)}>
      {rows.map((row, place) => (
        <Row key={keyOf(row, place)} {...rowProps?.(row)}>
          {shown.map((column) => {
            const { heading, isQuiet, lead, isLabelled = !isQuiet && !lead } = column;
            return (
              <Cell
                key={heading}
                label={isLabelled ? heading : undefined}
                align={column.align}
                lead={lead}
                className={clsx(
                  column.className,
                  column.wraps && 'wrap-anywhere',
                  column.givesWay && giveWay,
                )}
                title={column.title?.(row) ?? undefined}
                lang={column.lang?.(row)}
              >
                {column.cell(row)}
              </Cell>
            );
          })}
        </Row>
      ))}
    </Table>
  );
}

/** A smaller text where the table is narrow but no list of cards. */
export const narrowText = '@min-[40rem]:@max-[80rem]:text-sm';

/** Hides a cell between the width of cards and that of a whole table. */
export const giveWay = '@min-[40rem]:@max-[80rem]:hidden';

function ColumnHead(column: Column<never>) {
  const { heading, head = heading, isQuiet, sort, align } = column;
  const className = clsx(column.headClassName, column.givesWay && giveWay) || undefined;
  if (sort)
    return (
      <SortHeader {...sort} align={align} className={className}>
        {head}
      </SortHeader>
    );
  if (isQuiet)
    return (
      <HeaderCell>
        <span className="sr-only">{head}</span>
      </HeaderCell>
    );
  return (
    <HeaderCell align={align} className={className}>
      {head}
    </HeaderCell>
  );
}
