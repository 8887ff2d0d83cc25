import type { AppContext, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import { findSender, mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { selectInvitationCalendar } from '../../../systems/system/systems.service.ts';
import { examWords, findExam, isExamOver, type OfExam, raiseSequence } from '../../facts/facts.service.ts';
import { selectMailed } from '../enrolments.service.ts';
import { selectTold } from './extraTimes.queries.ts';

/** Lets calendars take over the new end, and mails people who know another end; returns the number of mails. */
export async function tellOfChange(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  userIds: readonly number[],
): Promise<number> {
  await raiseSequence(tx, of);
  return enqueueChangeMails(context, tx, of, userIds);
}

/**
 * Tells each of these people whom a mail about the exam has reached that their time has changed, in a mail of
 * their own; returns the number of mails. The mail's text and its file for calendars are made when it leaves, so a second change before that adds no mail.
 */
async function enqueueChangeMails(context: AppContext, tx: WriteTx, of: OfExam, userIds: readonly number[]) {
  const { systemId, examId } = of;
  const exam = await findExam(tx, of);
  if (!exam) return 0;
  const people = await listTellable(context, tx, { ...of, exam }, userIds);
  const purpose = 'extraTimeChanged';
  const change = context.clock.uuid();
  const carries = await selectInvitationCalendar(tx, systemId);
  await mailPeople(context, tx, people, {
    async text(language) {
      const from = await findSender(tx, systemId, language);
      // Its subject does not name extra time: screens show subjects before they are unlocked.
      const words = examWords(exam, language, context.config.timeZone);
      const more = [...(carries ? [mailWords[language].notice.calendarAnew] : []), '{{systemTitle}}'];
      const variables = { ...words, ...(carries && { calendarFile: true as const }) };
      return makeMailing(from, { purpose, language }, mailText(purpose, language, more), variables);
    },
    key: ({ id }) => `${prefixOf(examId)}${id}:${change}`,
    examId,
  });
  return people.length;
}

const prefixOf = (examId: number) => `extraTimeChanged:${examId}:`;

/** People of the list whom a change would be mailed: a mail about the exam has reached them, and none of a change waits. */
export async function listTellable(
  context: AppContext,
  db: ReadDb,
  of: OfExam & { readonly exam: Parameters<typeof isExamOver>[1] },
  userIds: readonly number[],
) {
  if (userIds.length === 0 || isExamOver(context, of.exam)) return [];
  const mailed = await selectMailed(db, of, userIds);
  const told = await selectTold(db, of, prefixOf(of.examId));
  return mailed.filter(({ id }) => !told.has(id));
}
