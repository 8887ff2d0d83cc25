import type { Language } from '@guichet/contract/core/language';
import { findTitle } from '../content/content.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { listSystems } from '../systems/systems.service.ts';

/** The system in whose name a mail goes out: its title, its address, its sign-in page; of none for null or an unknown one. */
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
