import { useEffect, useState } from 'react';

/** Milliseconds after which a wait is told (S9.8). */
export const quickWait = 200;

/** True once `flag` has been true for `ms` without interruption. False at once. */
export function useDelayedFlag(flag: boolean, ms = quickWait): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!flag) return;
    const timer = setTimeout(() => setDue(true), ms);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [flag, ms]);
  return flag && isDue;
}
