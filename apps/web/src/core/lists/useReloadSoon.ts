import { useCallback, useEffect, useRef } from 'react';

/** S9.7 */
const pauseMs = 200;

/**
 * Fetches a list once after a burst of changes. A change that was debounced already, like a typed search, is fetched at
 * once.
 */
export function useReloadSoon(reload: () => unknown): (hasWaited: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (hasWaited) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(reload, hasWaited ? 0 : pauseMs);
    },
    [reload],
  );
}
