import type { Identity } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { selectLiveSession } from './sessions.queries.ts';

/** The person of a session that has neither ended nor run out; null for every other. */
export async function findIdentity(house: House, sessionId: string): Promise<Identity | null> {
  const live = await selectLiveSession(house.database.read, sessionId, house.clock.now());
  if (!live) return null;
  return {
    sessionId,
    userId: live.userId,
    fullName: nameOf(live),
    email: live.email,
    roles: live.roles ?? [],
    mustChoosePassword: live.mustChoosePasswordSince !== null,
    actor: null,
  };
}

export function nameOf(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`;
}
