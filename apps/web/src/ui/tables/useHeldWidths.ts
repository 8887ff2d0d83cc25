import { useLayoutEffect, useRef } from 'react';

interface Held {
  /** The width of the table and the headings for which the columns were measured. */
  readonly of: string;
  readonly first: Element | undefined;
  readonly widths: readonly number[];
}

const none: Held = { of: '', first: undefined, widths: [] };

/**
 * Keeps the columns of a table as wide as they were when other rows come in, so that another page, order or filter moves
 * none of them under the pointer. Other columns, another language or another width of the window measure anew.
 */
export function useHeldWidths() {
  const table = useRef<HTMLTableElement>(null);
  const held = useRef(none);
  const hold = () => {
    if (table.current) held.current = holdWidths(table.current, held.current);
  };
  // After each render, since any may bring other rows.
  useLayoutEffect(hold);
  useLayoutEffect(() => {
    window.addEventListener('resize', hold);
    return () => window.removeEventListener('resize', hold);
  });
  return table;
}

function holdWidths(table: HTMLTableElement, held: Held): Held {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const first = table.tBodies[0]?.rows[0];
  const hasColumns = getComputedStyle(table).display === 'table' && !table.hasAttribute('data-fixed');
  if (!first || !hasColumns) return held;
  const frame = table.parentElement?.clientWidth ?? 0;
  const of = `${frame} ${heads.map(({ textContent }) => textContent).join('|')}`;
  const release = () => {
    for (const head of heads) head.style.minWidth = '';
  };
  if (of !== held.of) release();
  else if (first !== held.first) {
    const widest = Math.max(...held.widths);
    heads.forEach((head, place) => {
      const width = held.widths[place] ?? 0;
      // One pixel less in all, since fractions might add up to more than the table.
      head.style.minWidth = `${width === widest ? width - 1 : width}px`;
    });
  }
  // A word that fits in no held column is worth a move; without it the table would scroll sideways.
  if (table.offsetWidth > frame) release();
  return { of, first, widths: heads.map((head) => head.getBoundingClientRect().width) };
}
