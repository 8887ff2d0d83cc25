import { type ClosedExam, findClosedExam } from '@guichet/contract/exams/candidate';
import { checkAccess } from '@guichet/contract/identity/access';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { seedSystems } from '@guichet/contract/systems/landings';
import { findSystemBySlug } from '@guichet/contract/systems/systems';
import { keepSystem } from '../../../core/address/location.ts';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { call } from '../../../core/call/call.ts';
import { noteEntry } from '../../../core/session/enteredPlatform.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { isStepDue } from '../../access/enterWanted.ts';

/** Where a landing redirects; null when no system has the slug. */
export type Destination =
  | { kind: 'page'; path: string }
  | { kind: 'signIn'; systemId: number }
  /** A password or a second factor is due first. */
  | { kind: 'dueStep'; systemId: number }
  | { kind: 'platform'; address: string }
  /** No destination: the exam in the address is cancelled, or the person has left the exam. */
  | { kind: 'closed'; exam: ClosedExam }
  | null;

/**
 * S2.28–S2.31: sign-in without a session, forbidden without access, else the address that the server returns.
 */
export async function enterPlatform(
  slug: string,
  orgId: string | null,
  step: 'first' | 'second' = 'first',
): Promise<Destination> {
  const systemId = await findSystemId(slug);
  if (systemId === null) return null;
  if (!getSession().isAuthenticated) return { kind: 'signIn', systemId };
  try {
    const mayEnter = await call(checkAccess, { body: { systemId, accessLevel: 'participant' } });
    if (!mayEnter)
      return (
        (await findClosed(systemId, orgId)) ?? { kind: 'page', path: keepSystem('/forbidden', systemId) }
      );
    // Landings are for candidates; the server admits staff who are no students as staff.
    const query = { isAdmin: false, orgId: orgId ?? undefined, step };
    const address = webAddress(await call(redirectToPlatform, { params: { systemId }, query }));
    noteEntry(address, { systemId, orgId });
    return { kind: 'platform', address };
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure;
    if (failure.status === 401) return { kind: 'signIn', systemId };
    if (isStepDue(failure)) return { kind: 'dueStep', systemId };
    if (failure.status === 403) return { kind: 'page', path: keepSystem('/forbidden', systemId) };
    const closed = failure.code.startsWith('exam.') ? await findClosed(systemId, orgId) : null;
    if (closed) return closed;
    throw failure;
  }
}

async function findClosed(systemId: number, orgId: string | null): Promise<Destination> {
  if (orgId === null) return null;
  const exam = await call(findClosedExam, { params: { systemId }, query: { orgId } });
  return exam && { kind: 'closed', exam };
}

async function findSystemId(slug: string): Promise<number | null> {
  const known = seedSystems.find((system) => system.slug === slug);
  if (known) return known.id;
  const system = await call(findSystemBySlug, { params: { slug } });
  return system?.systemId ?? null;
}

/**
 * Follows web addresses only, since the reply is a text that could be `javascript:`. A proxy's page or an
 * empty reply would count as a relative address below the landing, and loop.
 */
function webAddress(text: string): string {
  const address = text.trim();
  const url = /^(?:https?:\/\/|\/)[^\s<>]+$/i.test(address) ? URL.parse(address, location.href) : null;
  if (url) return url.href;
  throw new CallFailed({ status: 200, code: 'unreadable' });
}
