import type { ComponentProps, FocusEventHandler, ReactNode, Ref } from 'react';

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
  /** Columns of stated widths and rows of one height: what does not fit is cut, and bears a `title` that says it. */
  fixed?: boolean;
  /** A height in CSS (`30rem`) above which the rows scroll under their head. */
  maxHeight?: string | undefined;
  /** All rows and the head, when only a part of them is in the page; each `Row` then bears its `aria-rowindex`. */
  rowCount?: number | undefined;
  /** What scrolls. */
  frameRef?: Ref<HTMLDivElement>;
  /** Of anything in the rows. */
  onRowFocus?: FocusEventHandler | undefined;
}

/** A native table. The roles are spelled out because a row that is shown as a card loses its own in Safari. */
export function Table(props: TableProps) {
  const {
    caption,
    head,
    children,
    dense,
    fixed,
    narrow = 'cards',
    busy,
    maxHeight,
    rowCount,
    frameRef,
  } = props;
  // What scrolls must be reachable by keyboard; cards do not scroll, and a stop for nothing is in the way.
  const scrolls = narrow === 'scroll' || maxHeight !== undefined;
  const frame = scrolls ? { role: 'region', tabIndex: 0, 'aria-label': caption } : {};
  return (
    <div ref={frameRef} className="table-frame" style={{ maxHeight }} {...frame}>
      <table
        {...roles.table}
        className="rows-table"
        data-dense={dense || undefined}
        data-narrow={narrow}
        data-fixed={fixed || rowCount !== undefined || undefined}
        aria-label={caption}
        aria-busy={busy || undefined}
        aria-rowcount={rowCount}
      >
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>{head}</tr>
        </thead>
        <tbody {...roles.rowgroup} onFocus={props.onRowFocus}>
          {children}
        </tbody>
      </table>
    </div>
  );
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr {...roles.row} {...props} />;
}

/** Stands for rows that are left out; `height` in pixels, `columns` those of the table and no more. */
export function RowGap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr {...roles.none} style={bare}>
      <td {...roles.none} data-gap colSpan={columns} style={{ ...bare, height }} />
    </tr>
  );
}

const bare = { padding: 0, border: 0 };

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
  none: { role: 'presentation' },
} as const;
