import { useEffect } from 'react';
import { useUniversityName } from './university.ts';

/** Sets the window title « University – title » (S2.4), and focuses the heading of a newly opened page. */
export function usePageTitle(title: string): void {
  const university = useUniversityName();
  useEffect(() => {
    document.title = `${university} – ${title}`;
    focusHeading(location.pathname);
  }, [university, title]);
}

let lastPath: string | null = null;

/** Focuses the heading after a change of page, where readers then start, unless a field has the focus. */
export function focusHeading(pathname: string): void {
  const isFirstPage = lastPath === null;
  const isSamePage = lastPath === pathname;
  lastPath = pathname;
  if (isFirstPage || isSamePage || document.activeElement?.matches('main input')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
