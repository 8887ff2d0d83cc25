import { tabMemory } from '../browser/memory.ts';

/** Where a tab keeps the platform that a sign-out has left open. */
export const openPlatformKey = 'guichet.openPlatform';

/** Whether a sign-out has left one open, of which what follows the first script tells. */
export function hasOpenPlatform(): boolean {
  return tabMemory.recall(openPlatformKey) !== null;
}
