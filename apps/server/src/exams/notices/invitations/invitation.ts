import { fillParams } from '@guichet/contract/core/errors';
import { dayInWords } from '@guichet/contract/core/inWords';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { landingPath } from '@guichet/contract/systems/landings';
import type { AppContext, ReadDb } from '../../../core/context/appContext.ts';
import { findUniversityNameIn } from '../../../core/database/universityName.ts';
import { lastLinkDay } from '../../../identity/account/account.service.ts';
import type { MailingText } from '../../../mail/messages/messages.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { toPlainText } from '../../../mail/richText/richText.service.ts';
import { inParagraphs, mailWords } from '../../../mail/texts/texts.service.ts';
import { getSystem, selectInvitationCalendar } from '../../../systems/system/systems.service.ts';
import { findUniversityFrame, withUniversity } from '../../../systems/university/university.service.ts';
import { examWords, getExam, selectNextExam } from '../../facts/facts.service.ts';

/** Builds the mail template of a message or a letter about an exam; for imports, tests and previews. */
export async function makeInvitation(
  context: AppContext,
  db: ReadDb,
  systemId: number,
  of: MailingText & { readonly kind: MessageKind | 'letter' },
  exam: ExamFacts & { readonly courseId?: string },
): Promise<outbox.NewMailing> {
  const { kind, language, subject, body, preheader, attachmentId } = of;
  const from = await outbox.findSender(db, systemId, language);
  const path = landingPath(await getSystem(db, systemId), language) as `/${string}`;
  const text = { subject, body, ...(preheader && { preheader }) };
  const carries = kind === 'invitation' && (await selectInvitationCalendar(db, systemId));
  const words = {
    ...examWords(exam, language, context.config.timeZone),
    contact: outbox.contactIn(
      language,
      withUniversity(from.frame, await findUniversityFrame(context, db, language)),
      await findUniversityNameIn(context, db),
    ),
    ...(exam.courseId && { examPath: `${path}?orgId=${encodeURIComponent(exam.courseId)}` as const }),
    ...(carries && { calendarFile: true as const }),
  };
  const mailing = outbox.makeMailing(from, { purpose: kind, language }, text, words);
  return { ...mailing, attachmentId, namesFiles: kind === 'invitation' };
}

/** The invitation for people moved from another exam: its subject says so, and after the greeting it names the exam that no longer counts. */
export function withFormerExam(
  { config }: AppContext,
  invitation: outbox.NewMailing,
  former: ExamFacts,
): outbox.NewMailing {
  const { body, language, variables } = invitation;
  const words = examWords(former, language, config.timeZone);
  const { subject, text } = mailWords[language].moved;
  const facts = { formerDate: words.examDate, formerTime: words.examTime, formerPlace: words.examPlaceName };
  const named = Object.entries(facts).flatMap(([name, value]) => (value ? [`{{${name}}}`] : []));
  return {
    ...invitation,
    subject,
    body: outbox.placeAfterGreeting(
      body,
      `${inParagraphs([fillParams(text, { former: named.join(', ') })])}\n`,
      'html',
    ),
    variables: {
      ...variables,
      formerTitle: words.examTitle,
      ...facts,
      ...(variables.calendarFile && { calendarFile: 'moved' as const }),
    },
  };
}

/** The prepared invitation for people who were told that they are no longer registered: a paragraph after the greeting takes this back. */
export function withReturn(invitation: outbox.NewMailing): outbox.NewMailing {
  const { body, language, words = ['', ''] } = invitation;
  const lead = inParagraphs([mailWords[language].notice.leads.examBack]);
  const [plain = '', noted = ''] = words.map((text) =>
    outbox.placeAfterGreeting(text, `${toPlainText(lead)}\n\n`, 'text'),
  );
  return { ...invitation, body: outbox.placeAfterGreeting(body, `${lead}\n`, 'html'), words: [plain, noted] };
}

/** The mail template with the last day of its links to a first password. `at`: when it leaves. */
export function withLastLinkDay(
  context: AppContext,
  mailing: outbox.NewMailing,
  exam: Pick<ExamFacts, 'examDate' | 'endDate'>,
  at: Date,
): outbox.NewMailing {
  const linkUntil = dayInWords(lastLinkDay(context, at, exam.endDate || exam.examDate), mailing.language);
  return { ...mailing, variables: { ...mailing.variables, linkUntil } };
}

const inventedExam = {
  titleFr: mailWords.fr.sampleExam.title,
  titleEn: mailWords.en.sampleExam.title,
  startTime: '09:00',
  endTime: '12:00',
  endDate: '',
  placeFr: mailWords.fr.sampleExam.place,
  placeEn: mailWords.en.sampleExam.place,
  placeUrl: '',
  instructionsFr: mailWords.fr.sampleExam.instructions,
  instructionsEn: mailWords.en.sampleExam.instructions,
};

/**
 * The exam of a preview: the given exam, else the next, preferably with candidates; if none is planned, an
 * invented exam today, with null as id.
 * @throws AppError `exam.notFound`
 */
export async function sampleExam(
  context: AppContext,
  systemId: number,
  examId: number | null | undefined,
): Promise<ExamFacts & { readonly id: number | null; readonly courseId?: string }> {
  const db = context.database.read;
  if (examId) return getExam(db, { systemId, examId }, { alsoCancelled: true });
  const examDate = context.clock.today();
  const exam = await selectNextExam(db, systemId, examDate);
  return exam ?? { ...inventedExam, id: null, examDate };
}
