import { useEffect, useState } from 'react';

/** The value once it has been unchanged for `ms` (S9.7: lists 200, search filter 2000). */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
