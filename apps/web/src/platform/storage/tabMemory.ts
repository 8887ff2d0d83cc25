/** sessionStorage: kept until the tab is closed, also across reloads. */
export function rememberInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage forbidden or full.
  }
}

/** Reads and deletes the value of a key. */
export function takeFromTab(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}
