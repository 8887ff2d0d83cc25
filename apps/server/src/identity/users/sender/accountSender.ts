import type { Language } from '@guichet/contract/core/language';
import type { AppContext, ReadDb, SystemsGrant } from '../../../core/context/appContext.ts';
import { findSender, type Sender } from '../../../mail/outbox/outbox.service.ts';
import { type HeldRole, reachesTo } from '../rights/userRights.ts';
import { type Account, listHeldRoles } from '../users.queries.ts';
import { findSystemOfNearestExam } from './accountSender.queries.ts';

/**
 * The system whose office knows an account: the only system of the person; of several, the system of the next exam, else of
 * the last exam; null for none.
 */
export async function findOwnSystem({ clock }: AppContext, db: ReadDb, userId: number) {
  const held = await listHeldRoles(db, userId);
  const [systemId = null, ...others] = new Set(held.map((role) => role.systemId));
  return others.length === 0 ? systemId : findSystemOfNearestExam(db, userId, clock.today());
}

/** The system for which somebody acts on an account: the only one of the person's that the caller administers; null otherwise. */
export function findActingSystem({ systemIds }: SystemsGrant, held: readonly HeldRole[]): number | null {
  if (systemIds === 'all') return null;
  const shared = held.flatMap(({ systemId }) => (reachesTo(systemIds, systemId) ? [systemId] : []));
  const [systemId = null, ...others] = new Set(shared);
  return others.length === 0 ? systemId : null;
}

/** The sender of a mail about an account that belongs to no system: an office to call, first that of `actingId`. */
export async function findAccountSender(
  context: AppContext,
  db: ReadDb,
  { id }: Pick<Account, 'id'>,
  language: Language,
  actingId: number | null = null,
): Promise<Sender> {
  return findSender(db, actingId ?? (await findOwnSystem(context, db, id)), language);
}
