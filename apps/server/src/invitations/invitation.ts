import { dayInWords } from '@guichet/contract/core/dayInWords';
import type { Language } from '@guichet/contract/core/language';
import { findNextCohort } from '../cohorts/cohorts.service.ts';
import { findTitle } from '../content/content.service.ts';
import type { MailingText } from '../messages/messages.service.ts';
import type { NewMailing, OwnVariables } from '../outbox/outbox.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
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

const sampleTitle: Record<Language, string> = { fr: 'Titre de l’examen', en: 'Exam title' };

/** The next exam of the system; if none is planned, an invented one today. */
export async function sampleExam(context: AppContext, systemId: number, language: Language): Promise<Exam> {
  const today = context.clock.today();
  const cohort = await findNextCohort(context.database.read, systemId, today);
  return cohort ?? { title: sampleTitle[language], date: today };
}

/**
 * An invented candidate with the caller's address, so that preview and test are the same mail. Her link has no token:
 * it leads to the page that requests one.
 */
export function sampleCandidate(email: string): OwnVariables {
  return { firstName: 'Zoé', lastName: 'Côté', email };
}
