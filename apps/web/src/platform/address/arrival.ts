let lastPath: string | null = null;

/**
 * After a change of page the focus goes to its heading, so that keyboards and screen readers begin there; but not where
 * the page has put it into a field, to go on typing.
 */
export function arriveAt(pathname: string): void {
  const isFirstPage = lastPath === null;
  const isSamePage = lastPath === pathname;
  lastPath = pathname;
  if (isFirstPage || isSamePage || document.activeElement?.matches('main input')) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
