import { tabMemory } from '../browser/memory.ts';

/** The key under which a tab keeps the platform that a sign-out has left open. */
export const openPlatformKey = 'guichet.openPlatform';

/** Whether a sign-out has left a platform open; a later script then shows the platform. */
export function hasOpenPlatform(): boolean {
  return tabMemory.recall(openPlatformKey) !== null;
}
