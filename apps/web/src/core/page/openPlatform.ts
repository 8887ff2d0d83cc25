import { tabMemory } from '../browser/memory.ts';

/** The key under which a tab keeps the platform that a sign-out has left open. */
export const openPlatformKey = 'guichet.openPlatform';

/** The key under which a tab keeps the applications of a session that has ended. */
export const applicationsKey = 'guichet.applications';

/** Whether a sign-out has something to tell of a platform or of applications; a later script then shows it. */
export function hasOpenPlatform(): boolean {
  return tabMemory.recall(openPlatformKey) !== null || tabMemory.recall(applicationsKey) !== null;
}
