import { useCallback, useEffect, useRef } from 'react';

/** S9.7 */
const pauseMs = 200;

/**
 * Asks for a list again once its changes have paused, however many there were. A change that has waited already, like
 * a search that was being typed, is asked for at once.
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
