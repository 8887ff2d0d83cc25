import clsx from 'clsx';
import {
  type ComponentProps,
  createContext,
  type FocusEventHandler,
  type MouseEvent,
  type ReactNode,
  type Ref,
  use,
  useId,
} from 'react';
import { rowStops } from '../focus/rowStops.ts';

export interface TableProps {
  /** Accessible name of the table. */
  caption: string;
  /** The header cells: `HeaderCell` and `SortHeader`. */
  head: ReactNode;
  /** The rows: `Row`. */
  children: ReactNode;
  dense?: boolean;
  /** On narrow screens: one card per row, or scrolling sideways. */
  narrow?: 'cards' | 'scroll';
  /** The rows shown are being replaced. */
  busy?: boolean | undefined;
  /** Columns with given widths and rows of equal height: longer content is cut, and has a `title`. */
  fixed?: boolean;
  /** A height in CSS (`30rem`) above which the rows scroll below their head. */
  maxHeight?: string | undefined;
  /** Number of all rows and the head, when only a window is rendered; each `Row` then has its `aria-rowindex`. */
  rowCount?: number | undefined;
  /** The scrolling element. */
  frameRef?: Ref<HTMLDivElement>;
  /** Focus in any row. */
  onRowFocus?: FocusEventHandler | undefined;
}

/** How one goes through a row by keyboard, read with the name of each table. */
export const RowKeysHint = createContext('');

/** A native table. Its roles are explicit because in Safari a row shown as a card loses its own. */
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
  const hint = use(RowKeysHint);
  const hintId = useId();
  // A scrolling element must be reachable by keyboard; cards do not scroll and need no tab stop.
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
        aria-describedby={hintId}
        aria-busy={busy || undefined}
        aria-rowcount={rowCount}
      >
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>{head}</tr>
        </thead>
        <tbody ref={rowStops} {...roles.rowgroup} onFocus={props.onRowFocus}>
          {children}
        </tbody>
      </table>
      <span id={hintId} hidden>
        {hint}
      </span>
    </div>
  );
}

export interface RowProps extends ComponentProps<'tr'> {
  /** Opens what the row is about, on a click beside its controls; by keyboard one of its buttons does. */
  onOpen?: (() => void) | undefined;
}

export function Row({ onOpen, ...rest }: RowProps) {
  const opens = onOpen && { 'data-opens': true, onClick: (event: MouseEvent) => openRow(event, onOpen) };
  return <tr {...roles.row} {...opens} {...rest} />;
}

/** Not for a click on a control of the row, in a dialog that one of them opened, or at the end of a selection of text. */
function openRow({ target, currentTarget: row }: MouseEvent, open: () => void): void {
  if (!(target instanceof Element) || !row.contains(target) || target.closest(rowControls)) return;
  if (getSelection()?.type === 'Range') return;
  // What it opens gives the focus back.
  row.querySelector<HTMLElement>(focusableInRow)?.focus({ preventScroll: true });
  open();
}

const focusableInRow = 'a[href], button:not(:disabled)';
const rowControls = 'a, button, input, select, label';

/** Space for rows that are not rendered; `height` in pixels, `columns` the number of columns. */
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
  /** The label of the column, shown before the value when the row is a card. */
  label?: string | undefined;
  align?: 'start' | 'end' | undefined;
  /** The cell that names the row: its header for screen readers, and the heading of its card. */
  lead?: boolean | undefined;
}

export function Cell({ label, align, lead, ...rest }: CellProps) {
  const look = { 'data-label': label, 'data-align': align };
  if (lead) return <th {...roles.rowheader} scope="row" {...look} {...rest} />;
  return <td {...roles.cell} {...look} {...rest} />;
}

export interface RowActionsProps {
  /** « Actions : Zoé Côté » */
  label: string;
  /** Below one another where the table is narrow. */
  wraps?: boolean;
  /** Buttons and links; arrow keys go from one to the next. */
  children: ReactNode;
}

/** The actions of a row, which are one tab stop. */
export function RowActions({ label, wraps = false, children }: RowActionsProps) {
  return (
    <span
      role="toolbar"
      aria-label={label}
      className={clsx(
        'inline-flex flex-wrap items-center justify-end gap-1 @min-[60rem]:flex-nowrap @min-[60rem]:whitespace-nowrap',
        !wraps && '@min-[40rem]:flex-nowrap',
      )}
    >
      {children}
    </span>
  );
}

export interface HeaderCellProps extends Omit<ComponentProps<'th'>, 'align'> {
  align?: 'start' | 'end' | undefined;
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
  rowheader: { role: 'rowheader' },
  none: { role: 'presentation' },
} as const;
