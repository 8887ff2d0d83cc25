import type { IncomingMessage } from 'node:http';

/**
 * Normalizes a request URL for hooks and routes: removes scheme and host, and decodes percent-encoded
 * letters, digits and `-._~` (RFC 3986, 6.2.2.2). An undecodable URL becomes a path that is not found; the
 * framework's own error would repeat the URL (readings §3).
 */
export function readableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = ''] = local.split('?', 1);
  const query = local.slice(path.length);
  if (path === '' && local !== url) return `/${query}`;
  try {
    decodeURIComponent(path);
    return path.startsWith('/') ? plainPath(path) + query : '/unreadable';
  } catch {
    const [, place] = /^\/(api|assets|learning)\//i.exec(plainPath(path)) ?? [];
    return place ? `/${place}/unreadable` : '/unreadable';
  }
}

function plainPath(path: string): string {
  return path.replace(/%([0-7][0-9a-f])/gi, (code, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
}
