import { useEffect, useState } from 'react';

/** The milliseconds after which a wait is shown (S9.8). */
export const quickWait = 200;

/** True once `flag` has been true for `ms` without interruption; false as soon as `flag` is false. */
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
