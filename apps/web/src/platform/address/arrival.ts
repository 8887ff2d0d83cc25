let lastPath: string | null = null;

/**
 * After a change of page, focuses its heading, so that keyboard and screen reader users start there; unless the page
 * has focused a field.
 */
export function arriveAt(pathname: string): void {
  const isFirstPage = lastPath === null;
  const isSamePage = lastPath === pathname;
  lastPath = pathname;
  if (isFirstPage || isSamePage || document.activeElement?.matches('main input')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
