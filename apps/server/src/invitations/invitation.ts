import { dayInWords } from '@guichet/contract/core/dayInWords';
import { findTitle } from '../content/content.service.ts';
import type { MailingText } from '../messages/messages.service.ts';
import type { NewMailing } from '../outbox/outbox.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import { getSystem } from '../systems/systems.service.ts';

/** The exam that an invitation is about; `date` as `yyyy-mm-dd`. */
export interface Exam {
  readonly title: string;
  readonly date: string;
}

/** Builds the mail template of a saved or unsaved message about an exam; used by imports, tests and previews. */
export async function invitationOf(
  db: ReadDb,
  systemId: number,
  { language, subject, body, attachmentId }: MailingText,
  exam: Exam,
): Promise<NewMailing> {
  const { emailFrom, emailFromName } = await getSystem(db, systemId);
  return {
    systemId,
    purpose: 'invitation',
    language,
    from: emailFrom ? { address: emailFrom, name: emailFromName } : null,
    subject,
    body,
    attachmentId,
    variables: {
      systemTitle: await findTitle(db, systemId, language),
      examTitle: exam.title,
      examDate: dayInWords(exam.date, language),
      linkSystemId: systemId,
    },
  };
}
