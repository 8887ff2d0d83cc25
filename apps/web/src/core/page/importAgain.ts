/**
 * Returns a function that imports a script and can retry a failed import. A browser remembers a failed
 * address until the page is left, so each retry uses another address; scripts imported by that script keep
 * theirs.
 */
export function importAgain<T>(load: () => Promise<T>): () => Promise<T> {
  let tries = 0;
  return async () => {
    try {
      return await load();
    } catch (error) {
      // Safari names no address, so the error stays.
      const address = /(?<!\S)https?:\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0];
      if (!address) throw error;
      tries += 1;
      return (await import(/* @vite-ignore */ `${address}?try=${tries}`)) as T;
    }
  };
}
