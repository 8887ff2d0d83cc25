import { getSession } from './sessionStore.ts';

const start = 'guichet.letter.';

/** The key under which this browser keeps what somebody writes to the people of an exam. */
export function letterKey(systemId: number, examId: number): string {
  return `${start}${getSession().username}.${systemId}.${examId}`;
}

/** Forgets the letters of everybody but this person: what one writes to people stays in no browser that others use. */
export function forgetLetters(but?: string | null): void {
  const isForgotten = (key: string) => key.startsWith(start) && !(but && key.startsWith(`${start}${but}.`));
  try {
    for (const key of Object.keys(localStorage).filter(isForgotten)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing is kept.
  }
}
