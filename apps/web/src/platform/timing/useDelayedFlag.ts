import { useEffect, useState } from 'react';

/** True once `flag` has been true for `ms` without interruption (S9.8). False at once. */
export function useDelayedFlag(flag: boolean, ms = 200): boolean {
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
