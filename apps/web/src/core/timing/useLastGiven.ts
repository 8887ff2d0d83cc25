import { useState } from 'react';

/** The last value that was not null, for example the subject of a dialog while it fades out. */
export function useLastGiven<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
