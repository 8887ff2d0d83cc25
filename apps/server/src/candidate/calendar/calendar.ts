import type { Language } from '@guichet/contract/core/language';
import { selectSystemLinks, titlesOf } from '../../access/access.service.ts';
import { examWords } from '../../cohorts/cohorts.service.ts';
import type { FileReply } from '../../platform/http/bodies/replyBody.ts';
import type { SignedInGrant } from '../../platform/http/grant.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { type Account, getOwnAccount, listHeldRoles } from '../../users/users.service.ts';
import { selectOwnExams } from '../candidate.queries.ts';
import { calendarText } from './calendarText.ts';

/** The caller's exams, or one of them, as a file in the language that she reads in, which may not be her account's. */
export async function downloadCalendar(
  context: AppContext,
  grant: SignedInGrant,
  { cohortId, language }: { readonly cohortId: number | undefined; readonly language: Language },
): Promise<FileReply> {
  const { id } = await getOwnAccount(context, grant);
  return {
    fileName: language === 'fr' ? 'mes-examens.ics' : 'my-exams.ics',
    contentType: 'text/calendar; charset=utf-8',
    bytes: Buffer.from(await calendarOf(context, { id, language }, cohortId)),
  };
}

/** A person's exams as an iCalendar object, read within the systems where she is a student. */
export async function calendarOf(
  { config, database }: AppContext,
  { id, language }: Pick<Account, 'id' | 'language'>,
  cohortId?: number,
): Promise<string> {
  const held = await listHeldRoles(database.read, id);
  const systemIds = held.flatMap(({ role, systemId }) => (role === 'student' && systemId ? [systemId] : []));
  return database.within(systemIds, async () => {
    const exams = await selectOwnExams(database.read, id, cohortId);
    const systems = await selectSystemLinks(database.read, systemIds);
    const entries = exams.map((exam) => {
      const { examTitle, examPlace, examInstructions } = examWords(exam, language);
      const system = systems.find(({ systemId }) => systemId === exam.systemId);
      const changes = [exam.createdAt, exam.savedAt, exam.cancelledAt].map((at) => at?.getTime() ?? 0);
      return {
        ...exam,
        changedAt: new Date(Math.max(...changes)),
        isCancelled: exam.cancelledAt !== null,
        date: exam.examDate,
        title: examTitle,
        place: examPlace,
        description: [system && titlesOf(system)[language], examInstructions].filter(Boolean).join('\n\n'),
      };
    });
    const address = `${config.publicUrl}/my-exams?lang=${language}`;
    return calendarText(entries, { language, timeZone: config.timeZone, address });
  });
}
