import type { Language } from '@guichet/contract/core/language';
import type { ReadDb } from '../../core/database/database.ts';
import { findTitle } from '../../systems/content/content.service.ts';
import { findMailFrame, getSystem } from '../../systems/system/systems.service.ts';
import type { MailFrame } from '../../systems/university/university.service.ts';
import type { MailText } from '../texts/texts.service.ts';
import type { SharedVariables } from './render/mail.ts';
import type { NewMailing } from './render/snapshotMailing.ts';

/** Title, frame and sign-in page of a mail: those of a system, or null for the portal's. */
export interface Sender {
  readonly systemId: number | null;
  readonly title: string;
  readonly frame: MailFrame | null;
}

export const portalSender: Sender = { systemId: null, title: '', frame: null };

/** The sender of a system's mails; the portal itself for null or an unknown system. */
export async function findSender(db: ReadDb, systemId: number | null, language: Language): Promise<Sender> {
  const frame = systemId === null ? null : await findMailFrame(db, systemId, language);
  if (!frame) return portalSender;
  const title = await findTitle(db, systemId as number, language);
  return { systemId, title: title || (await getSystem(db, systemId as number)).name, frame };
}

/** The text of a mail with its sender, and the values that are the same for all its readers. */
export function makeMailing(
  { systemId, title, frame }: Sender,
  { purpose, language }: Pick<NewMailing, 'purpose' | 'language'>,
  text: MailText,
  variables: Omit<SharedVariables, 'linkSystemId'> = {},
): NewMailing {
  return {
    systemId,
    purpose,
    language,
    frame,
    ...text,
    attachmentId: null,
    variables: { systemTitle: title, ...variables, linkSystemId: systemId },
  };
}
