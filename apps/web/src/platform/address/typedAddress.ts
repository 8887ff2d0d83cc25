const storageKey = 'guichet.typedAddress';

/**
 * The address that somebody has typed on the way to a session, or whose password was just set: in this tab, until a
 * session opens. A browser that forbids storage keeps nothing, and it is typed again.
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
    // Forbidden: see above.
  }
}
