import type { Language } from '@guichet/contract/core/language';
import type { AppContext, ReadDb } from '../../../core/context/appContext.ts';
import { findSender, type Sender } from '../../../mail/outbox/outbox.service.ts';
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

/** The sender of a mail about an account that belongs to no system, so that the mail names an office to call. */
export async function findAccountSender(
  context: AppContext,
  db: ReadDb,
  { id }: Pick<Account, 'id'>,
  language: Language,
): Promise<Sender> {
  return findSender(db, await findOwnSystem(context, db, id), language);
}
