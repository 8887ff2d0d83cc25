/** What this tab remembers until it is closed; reloading the page does not make it forget. */
export function rememberInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Forbidden or full: the tab forgets.
  }
}

/** What the tab remembers under a key, which it forgets with this. */
export function takeFromTab(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}
