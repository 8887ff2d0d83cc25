import type { Language } from '@guichet/contract/core/language';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { MessageKind } from '@guichet/contract/mail/messages';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb } from '../../core/database/database.ts';
import type { MailingText } from '../../mail/messages/messages.service.ts';
import type { NewMailing } from '../../mail/outbox/outbox.service.ts';
import { findTitle } from '../../systems/content/content.service.ts';
import { findMailFrame } from '../../systems/system/systems.service.ts';
import { examWords, findNextExam, getExam } from '../facts/facts.service.ts';

/** Builds the mail template of a message, saved or not, about an exam; for imports, tests and previews. */
export async function invitationOf(
  db: ReadDb,
  systemId: number,
  { kind, language, subject, body, preheader, attachmentId }: MailingText & { readonly kind: MessageKind },
  exam: ExamFacts,
): Promise<NewMailing> {
  return {
    systemId,
    purpose: kind,
    language,
    frame: await findMailFrame(db, systemId, language),
    subject,
    body,
    ...(preheader && { preheader }),
    attachmentId,
    variables: {
      systemTitle: await findTitle(db, systemId, language),
      ...examWords(exam, language),
      linkSystemId: systemId,
    },
  };
}

const movedTexts: Record<Language, string> = {
  fr: 'Votre inscription a été déplacée de l’examen <strong>{{formerTitle}}</strong>, prévu le {{formerDate}}, vers l’examen <strong>{{examTitle}}</strong>, prévu le {{examDate}}. Le premier ne compte plus pour vous\u00a0: ne vous y présentez pas.',
  en: 'Your registration has been moved from the exam <strong>{{formerTitle}}</strong>, scheduled for {{formerDate}}, to the exam <strong>{{examTitle}}</strong>, scheduled for {{examDate}}. The first one no longer counts: please do not come to it.',
};

/** The invitation for people moved from another exam: it begins with the exam that no longer counts. */
export function withFormerExam(invitation: NewMailing, former: ExamFacts): NewMailing {
  const { body, language, variables } = invitation;
  const { examTitle: formerTitle, examDate: formerDate } = examWords(former, language);
  return {
    ...invitation,
    body: `<p>${movedTexts[language]}</p>\n${body}`,
    variables: { ...variables, formerTitle, formerDate },
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

/**
 * The exam of a preview: the given exam, else the next, preferably with candidates; if none is planned, an
 * invented exam today, with null as id.
 * @throws AppError `exam.notFound`
 */
export async function sampleExam(
  context: AppContext,
  systemId: number,
  examId: number | null = null,
): Promise<ExamFacts & { readonly id: number | null }> {
  const db = context.database.read;
  if (examId !== null) return getExam(db, systemId, examId);
  const examDate = context.clock.today();
  const exam = await findNextExam(db, systemId, examDate);
  return exam ?? { ...inventedExam, id: null, examDate };
}
