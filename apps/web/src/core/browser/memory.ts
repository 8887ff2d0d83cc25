/** Texts by key, kept in this browser or in this tab alone; texts of a tab outlast a reload, not the tab. */
export const browserMemory = memoryIn(() => localStorage);
export const tabMemory = memoryIn(() => sessionStorage);

/** When the browser forbids storage or the storage is full, nothing is kept, and the page continues. */
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
        // Storage is forbidden or full: the value is not kept.
      }
    },
  };
}
