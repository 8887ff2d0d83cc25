import type { Language } from '@guichet/contract/core/language';
import type { MailFrame } from '../outbox/outbox.service.ts';
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
  const { emailFrom: address, replyTo, phone, officeFr, officeEn, logoId } = system;
  const { emailFromName, emailFromNameEn } = system;
  return {
    from: { address, name: language === 'fr' ? emailFromName : (emailFromNameEn ?? emailFromName) },
    replyTo,
    phone,
    // An office in the other language is better than none.
    office: language === 'fr' ? (officeFr ?? officeEn) : (officeEn ?? officeFr),
    logo: logoId === null ? null : await selectLogoSize(db, logoId),
  };
}
