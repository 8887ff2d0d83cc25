import type { ComponentProps, ReactNode } from 'react';

export interface TableProps {
  /** Read aloud as the name of the table. */
  caption: string;
  /** The header cells: `HeaderCell` and `SortHeader`. */
  head: ReactNode;
  /** The rows: `Row`. */
  children: ReactNode;
  dense?: boolean;
  /** Where there is no room: one card per row, or scrolling sideways. */
  narrow?: 'cards' | 'scroll';
  /** The rows shown are being replaced. */
  busy?: boolean | undefined;
  /** A height in CSS (`30rem`) above which the rows scroll under their head. */
  maxHeight?: string;
  /** All rows, when only a part of them is in the page. */
  rowCount?: number;
}

/** A native table. The roles are spelled out because a row that is shown as a card loses its own in Safari. */
export function Table(props: TableProps) {
  const { caption, head, children, dense, narrow = 'cards', busy, maxHeight, rowCount } = props;
  // What scrolls must be reachable by keyboard; cards do not scroll, and a stop for nothing is in the way.
  const scrolls = narrow === 'scroll' || maxHeight !== undefined;
  const frame = scrolls ? { role: 'region', tabIndex: 0, 'aria-label': caption } : {};
  return (
    <div className="table-frame" style={{ maxHeight }} {...frame}>
      <table
        {...roles.table}
        className="table"
        data-dense={dense || undefined}
        data-narrow={narrow}
        aria-label={caption}
        aria-busy={busy || undefined}
        aria-rowcount={rowCount}
      >
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>{head}</tr>
        </thead>
        <tbody {...roles.rowgroup}>{children}</tbody>
      </table>
    </div>
  );
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr {...roles.row} {...props} />;
}

export interface CellProps extends Omit<ComponentProps<'td'>, 'align'> {
  /** The words of the column head, shown before the value when the row is a card. */
  label?: string;
  align?: 'start' | 'end';
  /** What the row is about: it heads the card. */
  lead?: boolean;
}

export function Cell({ label, align, lead, ...rest }: CellProps) {
  return <td {...roles.cell} data-label={label} data-align={align} data-lead={lead || undefined} {...rest} />;
}

export interface HeaderCellProps extends Omit<ComponentProps<'th'>, 'align'> {
  align?: 'start' | 'end';
}

export function HeaderCell({ align, ...rest }: HeaderCellProps) {
  return <th {...roles.columnheader} scope="col" data-align={align} {...rest} />;
}

const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnheader: { role: 'columnheader' },
} as const;
