import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The height of a row in pixels, before any is measured. */
const firstGuess = 39;

export interface WindowedRow {
  readonly index: number;
  /** The height in pixels of the unrendered rows right before this row. */
  readonly gap: number;
}

/**
 * The rows of a long table to render: the rows in view, a few around them, and the focused row, which would
 * lose the focus if it were unmounted. `frame` goes on the scrolling element, `onFocus` around the rows,
 * `measure` and `data-index` on each row.
 */
export function useRowWindow(count: number) {
  const frame = useRef<HTMLDivElement>(null);
  const usualHeight = useRef(firstGuess);
  const [focused, setFocused] = useState<number | null>(null);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
      return [...indexes, focused].sort((one, other) => one - other);
    },
    [focused],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => usualHeight.current,
    // With a larger number, each jump would render more rows around the view than in it.
    overscan: 3,
    rangeExtractor,
  });

  const items = virtualizer.getVirtualItems();
  const isDrawn = items.length > 0;
  // The first rendered row sets the estimated height of the others: wrong estimates would shift the list
  // while scrolling, and render each row twice.
  useLayoutEffect(() => {
    // Whole pixels, as in the virtualizer.
    const height = isDrawn && frame.current?.querySelector<HTMLElement>('[data-index]')?.offsetHeight;
    if (!height || height === usualHeight.current) return;
    usualHeight.current = height;
    virtualizer.measure();
  }, [isDrawn, virtualizer]);

  const rows: WindowedRow[] = items.map(({ index, start }, place) => ({
    index,
    gap: start - (items[place - 1]?.end ?? 0),
  }));
  return {
    frame,
    rows,
    gapAfter: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
    onFocus: (event: FocusEvent) => setFocused(indexOf(event.target)),
  };
}

function indexOf(element: Element): number | null {
  const index = element.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? null : Number(index);
}
