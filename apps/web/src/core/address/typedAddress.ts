import { tabMemory } from '../browser/memory.ts';

const storageKey = 'guichet.typedAddress';

/** The address typed before a sign-in or for a new password; kept in this tab until a session opens. */
export function typedAddress(): string {
  return tabMemory.recall(storageKey) ?? '';
}

export function keepAddress(email: string): void {
  tabMemory.remember(storageKey, email || null);
}
