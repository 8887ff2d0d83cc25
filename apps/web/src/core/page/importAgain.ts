/**
 * A function that imports a script, and goes on asking for one that failed: a browser remembers that an address failed
 * until the page is left, so each further try has an address of its own. What the script itself imports keeps its own.
 */
export function importAgain<T>(load: () => Promise<T>): () => Promise<T> {
  let tries = 0;
  return async () => {
    try {
      return await load();
    } catch (error) {
      // Safari names no address; there the error stays.
      const address = /(?<!\S)https?:\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0];
      if (!address) throw error;
      tries += 1;
      return (await import(/* @vite-ignore */ `${address}?try=${tries}`)) as T;
    }
  };
}
