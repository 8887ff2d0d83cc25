import { navigate } from './location.ts';

// Served by the server itself, so the browser must load them.
const serverPaths = /^\/(?:api|assets|learning)(?:\/|$)/;

/** Makes every plain `<a href="/…">` navigate without a page load; other clicks are left to the browser. */
export function followLinksInPage(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || serverPaths.test(url.pathname)) return;
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
    event.preventDefault();
    navigate(url.pathname + url.search + url.hash);
    scrollTo(0, 0);
  });
}
