/** Texts by key, in this browser or only in this tab: those of a tab outlast a reload, but not the tab. */
export const browserMemory = memoryIn(() => localStorage);
export const tabMemory = memoryIn(() => sessionStorage);

/** Where the browser forbids storage, or it is full, nothing is kept, and the page continues. */
function memoryIn(storage: () => Storage) {
  return {
    recall(key: string): string | null {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    /** Null deletes the key. */
    remember(key: string, value: string | null): void {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        // Storage forbidden or full: the value lasts as long as the page.
      }
    },
  };
}
