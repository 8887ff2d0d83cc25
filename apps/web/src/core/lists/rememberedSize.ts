import type { Param } from '../address/params.ts';
import { browserMemory } from '../browser/memory.ts';
import { getSession } from '../session/sessionStore.ts';

/** A longer page is asked for each time: it is an exception, and slow. */
const longestRemembered = 1000;

/**
 * The page size of a list. One that somebody has chosen is kept for her next visit, in this browser, since it suits a
 * screen; until then, and for anybody else at this computer, it is `usual`.
 */
export function rememberedSizeParam(list: string, sizes: readonly number[], usual: number): Param<number> {
  const find = (text: string | null | undefined) => sizes.find((size) => String(size) === text);
  return {
    read: (text) => find(text) ?? find(browserMemory.recall(keyOf(list))) ?? usual,
    write: (size) => {
      if (size <= longestRemembered) browserMemory.remember(keyOf(list), String(size));
      return size === usual ? undefined : String(size);
    },
  };
}

function keyOf(list: string): string {
  return `guichet.pageSize.${list}.${getSession().decodedToken?.sub ?? ''}`;
}
