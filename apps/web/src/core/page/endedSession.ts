import { tabMemory } from '../browser/memory.ts';

/** The key under which a tab keeps what an ended session has left to tell. */
export const endedSessionKey = 'guichet.endedSession';

/** Whether an ended session has left a reason, a platform or applications to tell of; a later script then does. */
export function hasEndedSession(): boolean {
  return tabMemory.recall(endedSessionKey) !== null;
}
