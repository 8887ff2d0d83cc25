import { type Language, languages } from '@guichet/contract/core/language';
import type { Preview } from '@guichet/contract/imports';
import { findTitle } from '../content/content.service.ts';
import { getMessageForMailing, type MailingText } from '../messages/messages.service.ts';
import { enqueueImportMails, openMailing } from '../outbox/outbox.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { WriteTx } from '../platform/database/database.ts';
import { dayInWords } from '../platform/dayInWords.ts';
import type { House } from '../platform/house.ts';
import { getSystem } from '../systems/systems.service.ts';

/** How long a candidate has to choose a first password; after that she asks for a new link. */
const firstPasswordSeconds = 30 * 24 * 60 * 60;

/** The mails of an import before anybody is in them: a text for each language that a line may state. */
export interface InvitationTexts {
  readonly of: Readonly<Record<Language, Invitation | null>>;
  /** Said in the preview: which language has no text of its own, and which one serves it. */
  readonly fallback: Preview['fallback'];
}

interface Invitation extends MailingText {
  readonly systemTitle: string;
  readonly examTitle: string;
  readonly examDate: string;
  readonly from: { readonly address: string; readonly name: string | null } | null;
}

/** What will be sent for a cohort; read before the transaction, so that it freezes what the sender saw. */
export async function findInvitationTexts(
  house: House,
  systemId: number,
  cohort: { readonly title: string; readonly date: string },
): Promise<InvitationTexts> {
  const db = house.database.read;
  const { emailFrom, emailFromName } = await getSystem(db, systemId);
  const from = emailFrom ? { address: emailFrom, name: emailFromName } : null;
  const find = async (language: Language): Promise<Invitation | null> => {
    const text = await getMessageForMailing(db, systemId, language);
    if (!text) return null;
    const systemTitle = await findTitle(db, systemId, text.language);
    return {
      ...text,
      systemTitle,
      examTitle: cohort.title,
      examDate: dayInWords(cohort.date, text.language),
      from,
    };
  };
  const of = { fr: await find('fr'), en: await find('en') };
  const missing = languages.find((language) => of[language]?.language !== language);
  return { of, fallback: missing ? { missing, used: of[missing]?.language ?? null } : null };
}

/** Queues one mail for each candidate whom this import placed; answers how many. */
export async function enqueueInvitations(
  house: House,
  tx: WriteTx,
  texts: InvitationTexts,
  where: {
    readonly systemId: number;
    readonly cohortId: number;
    readonly importId: string;
    readonly stageId: string;
    readonly defaultLanguage: Language;
    readonly now: Date;
  },
): Promise<number> {
  const open = (text: Invitation | null) => (text ? openInvitation(house, tx, text, where.systemId) : null);
  const mailingOf = { fr: await open(texts.of.fr), en: await open(texts.of.en) };
  const expiresAt = secondsAfter(where.now, firstPasswordSeconds);
  return enqueueImportMails(tx, { ...where, mailingOf, expiresAt });
}

function openInvitation(house: House, tx: WriteTx, text: Invitation, systemId: number): Promise<number> {
  const { language, subject, body, attachmentId, from, systemTitle, examTitle, examDate } = text;
  const variables = { systemTitle, examTitle, examDate, linkSystemId: systemId };
  return openMailing(house, tx, {
    systemId,
    purpose: 'invitation',
    language,
    from,
    subject,
    body,
    attachmentId,
    variables,
  });
}
