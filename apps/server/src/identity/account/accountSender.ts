import type { Language } from '@guichet/contract/core/language';
import type { ReadDb } from '../../core/database/database.ts';
import * as outbox from '../../mail/outbox/outbox.service.ts';
import { type Account, listHeldRoles } from '../users/users.service.ts';

/**
 * The sender of a mail about an account that belongs to no system: the only system where its person has a role, so that
 * the mail and the pages of its link name that system's office; else the portal.
 */
export async function findAccountSender(db: ReadDb, { id }: Pick<Account, 'id'>, language: Language) {
  const held = await listHeldRoles(db, id);
  const [systemId = null, ...others] = new Set(held.map((role) => role.systemId));
  return outbox.findSender(db, others.length === 0 ? systemId : null, language);
}
