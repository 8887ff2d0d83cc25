import type { ExamFacts } from '@guichet/contract/exams';
import type { MessageKind } from '@guichet/contract/messages';
import { examWords, findNextCohort } from '../cohorts/cohorts.service.ts';
import { findTitle } from '../content/content.service.ts';
import type { MailingText } from '../messages/messages.service.ts';
import type { NewMailing, OwnVariables } from '../outbox/outbox.service.ts';
import type { ReadDb } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { getSystem } from '../systems/systems.service.ts';

/** Builds the mail template of a saved or unsaved message about an exam; used by imports, tests and previews. */
export async function invitationOf(
  db: ReadDb,
  systemId: number,
  { kind, language, subject, body, attachmentId }: MailingText & { readonly kind: MessageKind },
  exam: ExamFacts,
): Promise<NewMailing> {
  const { emailFrom, emailFromName } = await getSystem(db, systemId);
  return {
    systemId,
    purpose: kind,
    language,
    from: emailFrom ? { address: emailFrom, name: emailFromName } : null,
    subject,
    body,
    attachmentId,
    variables: {
      systemTitle: await findTitle(db, systemId, language),
      ...examWords(exam, language),
      linkSystemId: systemId,
    },
  };
}

const inventedExam = {
  titleFr: 'Titre de l’examen',
  titleEn: 'Exam title',
  startTime: '09:00',
  endTime: '12:00',
  placeFr: 'Lieu de l’examen',
  placeEn: 'Exam location',
  placeUrl: '',
  instructionsFr: 'Consignes de l’examen',
  instructionsEn: 'Exam instructions',
};

/** The next exam of the system; if none is planned, an invented one today. */
export async function sampleExam(context: AppContext, systemId: number): Promise<ExamFacts> {
  const examDate = context.clock.today();
  const cohort = await findNextCohort(context.database.read, systemId, examDate);
  return cohort ?? { ...inventedExam, examDate };
}

/**
 * An invented candidate with the caller's address, so that preview and test are the same mail. Her link has no token:
 * it leads to the page that requests one.
 */
export function sampleCandidate(email: string): OwnVariables {
  return { firstName: 'Zoé', lastName: 'Côté', email };
}
