import * as z from 'zod/mini';
import { ConnectorError } from '../connector.ts';
import type { CallBrightspace } from './api.ts';

/** https://docs.valence.desire2learn.com/basic/apicall.html#Api.PagedResultSet: a bookmark leads to the next page. */
const PagingInfo = z.object({ Bookmark: z.nullable(z.string()), HasMoreItems: z.boolean() });

/** https://docs.valence.desire2learn.com/basic/apicall.html#Api.ObjectListPage: the address of the next page. */
const Next = z._default(z.nullable(z.string()), null);

/** All items of a paged list, such as `orgstructure/?…`. */
export function readPages<T>(call: CallBrightspace, path: string, item: z.ZodMiniType<T>): Promise<T[]> {
  const answer = z.object({ PagingInfo, Items: z.array(item) });
  return readAll(path, async (asked) => {
    const { Items, PagingInfo: info } = await call({ path: asked, answer });
    const bookmark = encodeURIComponent(info.Bookmark ?? '');
    const next = `${path}${path.includes('?') ? '&' : '?'}bookmark=${bookmark}`;
    return [Items, info.HasMoreItems ? next : null];
  });
}

/** All objects of a paged list of `le`, such as `6606/quizzes/`. */
export function readObjects<T>(call: CallBrightspace, path: string, item: z.ZodMiniType<T>): Promise<T[]> {
  const answer = z.object({ Next, Objects: z.array(item) });
  return readAll(path, async (asked) => {
    const page = await call({ product: 'le', path: asked, answer });
    if (!page.Next) return [page.Objects, null];
    // The token is only sent to the site of the settings, so the next page's path is taken and its host
    // dropped.
    const [, next] = /\/d2l\/api\/le\/[\d.]+\/(.+)/s.exec(page.Next) ?? [];
    if (next === undefined) throw new ConnectorError('badPages', 'later');
    return [page.Objects, next];
  });
}

async function readAll<T>(
  first: string,
  readPage: (path: string) => Promise<[items: readonly T[], next: string | null]>,
): Promise<T[]> {
  const items: T[] = [];
  const seen = new Set<string>();
  let path: string | null = first;
  while (path !== null) {
    if (seen.has(path)) throw new ConnectorError('badPages', 'later');
    seen.add(path);
    const [found, next]: [readonly T[], string | null] = await readPage(path);
    items.push(...found);
    path = next;
  }
  return items;
}
