/** localStorage by key. Where the browser forbids storage, nothing is kept, and the page continues. */
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
    // Storage forbidden or full: the choice lasts as long as the page.
  }
}
