import { browserMemory, tabMemory } from '../browser/memory.ts';
import { endedSessionKey } from '../page/endedSession.ts';

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

/** The university's provider whose own session may outlast the portal's; `address` ends it there, where there is one. */
export interface OpenProvider {
  readonly label: { readonly fr: string; readonly en: string };
  readonly address: string | null;
}

/** Things for the sign-in page to tell: a sign-out with the platform, provider and applications that it leaves, and why a session ended early. */
interface Left {
  readonly isSignedOut: boolean;
  readonly platform: OpenPlatform | null;
  readonly provider: OpenProvider | null;
  readonly applications: readonly LeftApplication[];
  readonly why: string | null;
}

const nothing: Left = { isSignedOut: false, platform: null, provider: null, applications: [], why: null };

/** Keeps in this tab what the sign-in page tells of; forgets it where there is nothing. */
export function keepLeft(change: Partial<Left>): void {
  const left = { ...findLeft(), ...change };
  const isLeft = Object.values({ ...left, applications: left.applications.length }).some(Boolean);
  tabMemory.remember(endedSessionKey, isLeft ? JSON.stringify(left) : null);
}

export function findLeft(): Left {
  return { ...nothing, ...JSON.parse(tabMemory.recall(endedSessionKey) ?? '{}') };
}

/** After a sign-in there is nothing left to tell. */
export function forgetLeft(): void {
  keepLeft(nothing);
}
