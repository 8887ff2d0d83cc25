import { useEffect } from 'react';
import { announceWait } from './waitingPages.ts';

/** Shown while the script of a page loads: reserves its space, and requests the spinner when that takes long. */
export function PageWait() {
  useEffect(announceWait, []);
  return <div className="min-h-[50dvh]" />;
}
