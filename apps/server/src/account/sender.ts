import type { Language } from '@guichet/contract/core/language';
import { findTitle } from '../content/content.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { listSystems } from '../systems/systems.service.ts';

/** The sender of a system's mails: title, address and sign-in page; the portal's own for null or an unknown system. */
export async function findSender(db: ReadDb, systemId: number | null, language: Language) {
  const system = (await listSystems(db)).find(({ id }) => id === systemId);
  if (!system) return { systemId: null, title: '', mailbox: null };
  const { emailFrom, emailFromName } = system;
  return {
    systemId: system.id,
    title: await findTitle(db, system.id, language),
    mailbox: emailFrom ? { address: emailFrom, name: emailFromName } : null,
  };
}
