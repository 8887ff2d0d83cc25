import { useEffect } from 'react';
import { arriveAt } from '../address/arrival.ts';
import { useUniversityName } from './university.ts';

/** Sets the window title « University – title » (S2.4), and focuses the heading of a page just opened. */
export function usePageTitle(title: string): void {
  const university = useUniversityName();
  useEffect(() => {
    document.title = `${university} – ${title}`;
    arriveAt(location.pathname);
  }, [university, title]);
}
