import { useEffect } from 'react';
import { announceWait } from './waitingPages.ts';

/** While the script of a page is on its way: keeps its place, and has the spinner shown once that takes long. */
export function PageWait() {
  useEffect(announceWait, []);
  return <div className="min-h-[50dvh]" />;
}
