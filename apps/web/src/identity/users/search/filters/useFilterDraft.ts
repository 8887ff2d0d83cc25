import { useCallback, useEffect, useState } from 'react';
import { filterDelayMs } from './filterDelay.ts';
import { isSameFilter, type SearchFilters } from './searchParams.ts';

interface Draft {
  readonly filters: SearchFilters;
  /** The filters applied when the draft began; the draft is dropped when other filters are applied. */
  readonly over: SearchFilters;
}

/**
 * The filters being edited: applied together two seconds after the last change, or at once with `applyNow`.
 * When the applied filters change by themselves (Back), the draft follows.
 */
export function useFilterDraft(applied: SearchFilters, apply: (filters: SearchFilters) => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const isOver = draft !== null && !isSameFilter(draft.over, applied);
  if (isOver) setDraft(null);
  const filters = draft === null || isOver ? applied : draft.filters;
  const isWaiting = !isSameFilter(filters, applied);

  const applyNow = useCallback(() => isWaiting && apply(filters), [isWaiting, apply, filters]);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => apply(filters), filterDelayMs);
    return () => clearTimeout(timer);
  }, [isWaiting, filters, apply]);

  function change(patch: Partial<SearchFilters>) {
    setDraft({ filters: { ...filters, ...patch }, over: applied });
  }

  return { filters, change, applyNow, isWaiting };
}
