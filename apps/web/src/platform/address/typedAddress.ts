const storageKey = 'guichet.typedAddress';

/**
 * The address typed before a sign-in, or whose password was just set: kept in this tab until a session opens. Not kept
 * where the browser forbids storage.
 */
export function typedAddress(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

export function keepAddress(email: string): void {
  try {
    if (email === '') sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, email);
  } catch {
    // Storage is forbidden.
  }
}
