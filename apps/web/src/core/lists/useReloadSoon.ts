import { useCallback, useEffect, useRef } from 'react';

/** S9.7: the pause after the last change. */
const pauseMs = 200;

/** Fetches a list once after a burst of changes; at once after a change that has waited. */
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
