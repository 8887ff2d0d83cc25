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
import { useHeldWidths } from './useHeldWidths.ts';

export interface TableProps {
  caption: string;
  /** The header cells: `HeaderCell` and `SortHeader`. */
  head: ReactNode;
  /** The rows: `Row`. */
  children: ReactNode;
  dense?: boolean;
  /** On a narrow screen, each row becomes a card, or the table scrolls sideways. */
  narrow?: 'cards' | 'scroll';
  /** Whether a card has its labelled values beside one another, for lists of many people. */
  compact?: boolean;
  /** Whether the first column stays in view while a wide table scrolls sideways; it is 9 rem wide. */
  keepsLead?: boolean;
  /** Whether the rows are about to be replaced. */
  busy?: boolean | undefined;
  /** A CSS height (`30rem`) above which the rows scroll under their head. */
  maxHeight?: string | undefined;
  /**
   * The number of all rows plus the head, when only a window is rendered; each `Row` then has `aria-rowindex`. Columns
   * then have their own widths and rows the same height; a longer content than a name is cut, and has a `title`.
   */
  rowCount?: number | undefined;
  /** Refers to the scrolling element. */
  frameRef?: Ref<HTMLDivElement>;
  /** Called when the focus enters any row. */
  onRowFocus?: FocusEventHandler | undefined;
}

/** The keys that move through a row, read aloud with the name of each table. */
export const RowKeysHint = createContext('');

/** A native table. Its roles are explicit, since a row shown as a card loses its own in Safari. */
export function Table(props: TableProps) {
  const {
    caption,
    head,
    children,
    dense,
    compact,
    narrow = 'cards',
    keepsLead,
    busy,
    maxHeight,
    rowCount,
    frameRef,
  } = props;
  const hint = use(RowKeysHint);
  const hintId = useId();
  const table = useHeldWidths();
  // A scrolling element must be reachable by keyboard; cards do not scroll and need no tab stop.
  const scrolls = narrow === 'scroll' || maxHeight !== undefined;
  const frame = scrolls ? { role: 'region', tabIndex: 0, 'aria-label': caption } : {};
  return (
    <div
      ref={frameRef}
      className="table-frame"
      data-keeps-lead={keepsLead || undefined}
      style={{ maxHeight }}
      {...frame}
    >
      <table
        ref={table}
        {...roles.table}
        className="rows-table"
        data-dense={dense || undefined}
        data-narrow={narrow}
        data-compact={compact || undefined}
        data-fixed={rowCount !== undefined || undefined}
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
  /** Opens the row's subject when a click misses the controls; the keyboard uses a button of the row. */
  onOpen?: (() => void) | undefined;
}

export function Row({ onOpen, ...rest }: RowProps) {
  const opens = onOpen && { 'data-opens': true, onClick: (event: MouseEvent) => openRow(event, onOpen) };
  return <tr {...roles.row} {...opens} {...rest} />;
}

/** Ignores clicks on a control of the row, in its dialog, or at the end of a text selection. */
function openRow({ target, currentTarget: row }: MouseEvent, open: () => void): void {
  if (!(target instanceof Element) || !row.contains(target) || target.closest(rowControls)) return;
  if (getSelection()?.type === 'Range') return;
  // The opened dialog later gives the focus back to this control.
  row.querySelector<HTMLElement>(focusableInRow)?.focus({ preventScroll: true });
  open();
}

const focusableInRow = 'a[href], button:not(:disabled)';
const rowControls = 'a, button, input, select, label';

/** The space of rows that are not rendered; `height` in pixels, `columns` as a number. */
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
  /** The label of the column, shown before the value on a card. */
  label?: string | undefined;
  align?: 'start' | 'end' | undefined;
  /** Whether the cell names the row, as its header for screen readers and as the heading of its card. */
  lead?: boolean | undefined;
}

export function Cell({ label, align, lead, ...rest }: CellProps) {
  const look = { 'data-label': label, 'data-align': align };
  if (lead) return <th {...roles.rowheader} scope="row" {...look} {...rest} />;
  return <td {...roles.cell} {...look} {...rest} />;
}

export interface RowActionsProps {
  /** The accessible name, « Actions : Zoé Côté ». */
  label: string;
  /** Whether the buttons stack in a narrow table. */
  wraps?: boolean;
  /** Buttons and links, which the arrow keys connect. */
  children: ReactNode;
}

/** The actions of a row, as a single tab stop. */
export function RowActions({ label, wraps = false, children }: RowActionsProps) {
  return (
    <span
      role="toolbar"
      aria-label={label}
      className={clsx(
        'inline-flex flex-wrap items-center justify-end gap-1 @min-[60rem]:flex-nowrap @min-[60rem]:whitespace-nowrap',
        !wraps && '@min-[40rem]:flex-nowrap @min-[60rem]:@max-[80rem]:gap-0.5',
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
