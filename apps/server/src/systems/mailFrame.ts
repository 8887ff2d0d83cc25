import type { Language } from '@guichet/contract/core/language';
import { frameIn, type MailFrame } from '../outbox/outbox.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { selectLogoSize } from './logo/logo.queries.ts';
import { selectSystem } from './systems.queries.ts';

/** What stands around the mails of a system in a language; null for an unknown system. */
export async function findMailFrame(
  db: ReadDb,
  systemId: number,
  language: Language,
): Promise<MailFrame | null> {
  const system = await selectSystem(db, systemId);
  if (!system) return null;
  return frameIn(language, system, system.logoId === null ? null : await selectLogoSize(db, system.logoId));
}
