import { Day } from '@guichet/contract/core/endpoint';
import { instantAt } from '@guichet/contract/core/localTime';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import { isOverAt } from '@guichet/contract/exams/exams.end';
import type { AppContext } from '../../core/context/appContext.ts';
import { invalidField } from '../../core/runtime/errors.ts';

/** When the mails of an import leave; null: at once. @throws AppError `request.invalid` for a wrong hour */
export function hourOfMails(
  { clock, config }: AppContext,
  { sendEmail, mailsAt = '' }: { readonly sendEmail: boolean; readonly mailsAt?: string | undefined },
  exam: Pick<ExamFacts, 'examDate' | 'endTime' | 'endDate'>,
): Date | null {
  if (!sendEmail || mailsAt === '') return null;
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(mailsAt) ?? [];
  if (!Day.safeParse(day).success) throw invalidField('mailsAt', 'localTime');
  if (isOverAt(exam, { day, time })) throw invalidField('mailsAt', 'afterExam');
  const instant = instantAt(day, time, config.timeZone);
  if (instant <= clock.now()) throw invalidField('mailsAt', 'hourInPast');
  return instant;
}
