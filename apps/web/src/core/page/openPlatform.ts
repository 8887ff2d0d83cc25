import { tabMemory } from '../browser/memory.ts';

/** The key under which a tab keeps what a sign-out has left to tell. */
export const openPlatformKey = 'guichet.openPlatform';

/** Whether a sign-out has left a platform or applications to tell of; a later script then does. */
export function hasOpenPlatform(): boolean {
  return tabMemory.recall(openPlatformKey) !== null;
}
