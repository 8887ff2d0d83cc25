/** What this browser remembers under a key. A browser that forbids storage remembers nothing, and the page goes on. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forbidden or full: the choice lasts as long as the page.
  }
}

/** What this tab remembers until it is closed; reloading the page does not make it forget. */
export function rememberInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // As above.
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
