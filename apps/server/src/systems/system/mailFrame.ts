import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb } from '../../core/database/database.ts';
import { completeFrame, frameIn, type MailFrame } from '../university/university.service.ts';
import { selectLogoSize } from './logo/logo.queries.ts';
import { selectSystem } from './systems.queries.ts';

/** The frame of a system's mails in a language; null for an unknown system. */
export async function findMailFrame(
  db: ReadDb,
  systemId: number,
  language: Language,
): Promise<MailFrame | null> {
  const system = await selectSystem(db, systemId);
  if (!system) return null;
  return frameIn(language, system, system.logoId === null ? null : await selectLogoSize(db, system.logoId));
}

/** How to reach a program: its own contact, with the university's where the program states none. */
export async function findContact(context: AppContext, systemId: number, language: Language) {
  const db = context.database.read;
  const own = await findMailFrame(db, systemId, language);
  const { replyTo, phone, office } = await completeFrame(context, db, own, language);
  return { email: replyTo, phone, office };
}
