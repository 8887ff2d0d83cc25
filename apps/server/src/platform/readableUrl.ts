import type { IncomingMessage } from 'node:http';

/**
 * The address of a request, or one that nobody serves in place of an address that cannot be decoded. Left alone, the
 * framework would answer it with words of its own that repeat it (readings §3: no answer echoes the address).
 */
export function readableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    const [, place] = /^\/(api|assets|learning)\//i.exec(path) ?? [];
    return place ? `/${place}/unreadable` : '/unreadable';
  }
}
