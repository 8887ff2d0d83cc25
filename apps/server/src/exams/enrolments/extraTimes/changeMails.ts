import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { findSender, mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { selectInvitationCalendar } from '../../../systems/system/systems.service.ts';
import { examWords, findExam, isExamOver, type OfExam } from '../../facts/facts.service.ts';
import { selectMailed } from '../enrolments.service.ts';
import { selectTold } from './extraTimes.queries.ts';

/**
 * Tells each of these people whom a mail about the exam has reached that their time has changed, in a mail of
 * their own. The mail's text and its file for calendars are made when it leaves, so a second change before that adds no mail.
 */
export async function enqueueChangeMails(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  userIds: readonly number[],
): Promise<void> {
  const { systemId, examId } = of;
  const exam = await findExam(tx, of);
  if (!exam || isExamOver(context, exam)) return;
  const mailed = await selectMailed(tx, of, userIds);
  const prefix = `extraTimeChanged:${examId}:`;
  const told = await selectTold(tx, of, prefix);
  const people = mailed.filter(({ id }) => !told.has(id));
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
    key: ({ id }) => `${prefix}${id}:${change}`,
    examId,
  });
}
