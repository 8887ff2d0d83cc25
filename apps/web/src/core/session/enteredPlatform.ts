import { browserMemory, tabMemory } from '../browser/memory.ts';
import { openPlatformKey } from '../page/openPlatform.ts';

const enteredKey = 'guichet.enteredPlatform';

interface Entry {
  readonly systemId: number;
  readonly orgId: string | null;
}

/** A platform whose session may outlast the portal's, and the address at which a browser signs out there. */
export interface OpenPlatform {
  readonly platform: string;
  readonly address: string;
}

/** Notes that this browser enters a platform on another site. */
export function noteEntry(address: string, entry: Entry): void {
  if (new URL(address).origin !== location.origin) browserMemory.remember(enteredKey, JSON.stringify(entry));
}

/** The last platform that this browser has entered since the last sign-out; forgets it. */
export function takeEntry(): Entry | null {
  const noted = browserMemory.recall(enteredKey);
  browserMemory.remember(enteredKey, null);
  return noted === null ? null : (JSON.parse(noted) as Entry);
}

/** Keeps in this tab, for the sign-in page, the platform that a sign-out has left open; null forgets it. */
export function keepOpenPlatform(open: OpenPlatform | null): void {
  tabMemory.remember(openPlatformKey, open && JSON.stringify(open));
}

export function findOpenPlatform(): OpenPlatform | null {
  const kept = tabMemory.recall(openPlatformKey);
  return kept === null ? null : (JSON.parse(kept) as OpenPlatform);
}
