import { navigate } from './location.ts';

// The server answers these paths itself, so the browser must load them.
const serverPaths = /^\/(?:api|assets|learning)(?:\/|$)/;

/** Makes every plain `<a href="/…">` navigate without a page load; the browser handles all other clicks. */
export function followLinksInPage(): void {
  document.addEventListener('click', (event) => {
    const url = targetOfClick(event);
    if (!url || serverPaths.test(url.pathname)) return;
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
    event.preventDefault();
    navigate(url.pathname + url.search + url.hash);
    scrollTo(0, 0);
  });
}

/** The address of this site that a click opens in this window; null for every other click. */
export function targetOfClick(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  return url.origin === location.origin ? url : null;
}
