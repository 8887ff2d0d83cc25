import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** In pixels. */
const firstGuess = 53;

export interface WindowedRow {
  readonly index: number;
  /** Height in pixels of the rows left out before this one. */
  readonly gap: number;
}

/**
 * Which rows of a long table are in the page: those in view, some around them, and the one that has the focus, which
 * would otherwise lose it when it is scrolled away. `frame` goes on the element that scrolls, `onFocus` around the rows,
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
    // More of them would have to be made at each jump than there are in view.
    overscan: 3,
    rangeExtractor,
  });

  const items = virtualizer.getVirtualItems();
  const isDrawn = items.length > 0;
  // The first row drawn tells how high the others are: wrong guesses would move the list under whoever scrolls it, and
  // each row that comes would be drawn twice.
  useLayoutEffect(() => {
    // In whole pixels, as the virtualizer measures.
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
