import type { Param } from '../address/useAddress.ts';
import { browserMemory } from '../browser/memory.ts';
import { getSession } from '../session/sessionStore.ts';

/** A longer page must be chosen each time, since it is slow and an exception. */
const longestRemembered = 1000;

/**
 * The page size of a list. A chosen size is kept for this user's next visit in this browser, since it suits
 * the screen. Without a choice, and for other users of the browser, the size is `usual`.
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
