import { getSession } from './sessionStore.ts';

const start = 'guichet.letter.';
/** How long a letter outlasts a session that has run out: a long weekend. */
const keptMs = 3 * 24 * 60 * 60 * 1000;

/** The key under which this browser keeps what somebody writes to the people of an exam. */
export function letterKey(systemId: number, examId: number): string {
  return `${start}${getSession().username}.${systemId}.${examId}`;
}

/**
 * Forgets the letters of everybody but this person: letters stay in no browser that somebody else uses. Without a person,
 * forgets letters that nobody has changed for long.
 */
export function forgetOtherLetters(username: string | null): void {
  forget((key, text) => (username ? !key.startsWith(`${start}${username}.`) : isOld(text)));
}

/** Forgets all letters, as their writer signs out. */
export function forgetLetters(): void {
  forget(() => true);
}

function forget(isForgotten: (key: string, text: string) => boolean): void {
  try {
    for (const [key, text] of Object.entries<string>(localStorage))
      if (key.startsWith(start) && isForgotten(key, text)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing is kept.
  }
}

function isOld(text: string): boolean {
  const { changedAt } = JSON.parse(text) as { readonly changedAt?: string };
  return !changedAt || Date.now() - Date.parse(changedAt) > keptMs;
}
