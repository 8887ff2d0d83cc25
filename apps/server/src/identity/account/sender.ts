import type { Language } from '@guichet/contract/core/language';
import type { ReadDb } from '../../core/database/database.ts';
import { findTitle } from '../../systems/content/content.service.ts';
import { findMailFrame } from '../../systems/system/systems.service.ts';

/** The sender of a system's mails: title, frame and sign-in page; the portal itself for null or an unknown system. */
export async function findSender(db: ReadDb, systemId: number | null, language: Language) {
  const frame = systemId === null ? null : await findMailFrame(db, systemId, language);
  if (!frame) return { systemId: null, title: '', frame };
  return { systemId, title: await findTitle(db, systemId as number, language), frame };
}
