import { browserMemory, tabMemory } from '../browser/memory.ts';
import { applicationsKey, openPlatformKey } from '../page/openPlatform.ts';

const enteredKey = 'guichet.enteredPlatform';
const enteredApplicationKey = 'guichet.enteredApplication';

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

/** Notes that this browser enters an application with the account of the portal. */
export function noteApplication(): void {
  browserMemory.remember(enteredApplicationKey, 'true');
}

/** Whether this browser has entered an application since the last sign-out; forgets it. */
export function takeApplication(): boolean {
  const isNoted = browserMemory.recall(enteredApplicationKey) !== null;
  browserMemory.remember(enteredApplicationKey, null);
  return isNoted;
}

/** An application of a session that has ended; `isTold`: its own session ends too. */
export interface LeftApplication {
  readonly name: string;
  readonly isTold: boolean;
}

/** Keeps in this tab, for the sign-in page, the applications of the session that ends; none forgets them. */
export function keepApplications(applications: readonly LeftApplication[]): void {
  tabMemory.remember(applicationsKey, applications.length === 0 ? null : JSON.stringify(applications));
}

export function findApplications(): readonly LeftApplication[] {
  return JSON.parse(tabMemory.recall(applicationsKey) ?? '[]') as readonly LeftApplication[];
}

/** Keeps in this tab, for the sign-in page, the platform that a sign-out has left open; null forgets it. */
export function keepOpenPlatform(open: OpenPlatform | null): void {
  tabMemory.remember(openPlatformKey, open && JSON.stringify(open));
}

export function findOpenPlatform(): OpenPlatform | null {
  const kept = tabMemory.recall(openPlatformKey);
  return kept === null ? null : (JSON.parse(kept) as OpenPlatform);
}
