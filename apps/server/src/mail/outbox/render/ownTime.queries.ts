import { computeOwnEnd } from '@guichet/contract/exams/exams.ownEnd';
import type { AppContext } from '../../../core/context/appContext.ts';
import { prepareQuery } from '../../../core/database/connection/prepared.ts';
import { ownExtraTime } from '../../../core/database/schema/handovers.ts';
import type { OwnTime } from './mail.ts';

/** The reader's present time in the exam of a mail; null without an exam or if the reader is not enrolled. */
export async function selectOwnTime(
  { database, config }: AppContext,
  mailId: number,
): Promise<OwnTime | null> {
  const ownTime = database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.id', '=', 'o.exam_id').onRef('c.system_id', '=', 'o.system_id'),
    )
    .innerJoin('enrolments as e', (join) =>
      join.onRef('e.exam_id', '=', 'c.id').onRef('e.user_id', '=', 'o.user_id'),
    )
    .leftJoin('extra_times as x', (join) =>
      join.onRef('x.exam_id', '=', 'e.exam_id').onRef('x.user_id', '=', 'e.user_id'),
    )
    .select([
      'c.exam_date as examDate',
      'c.start_time as startTime',
      'c.end_time as endTime',
      'c.end_date as endDate',
    ])
    .select(ownExtraTime)
    .where('o.id', '=', mailId);
  const found = await prepareQuery(ownTime).executeTakeFirst();
  if (!found) return null;
  const hasExtraTime = found.extraMinutes !== null || found.extraFactor !== null;
  const { examDate, startTime, endTime, endDate, isHandedOver } = found;
  const hours = { examDate, startTime, endTime, endDate };
  const { timeZone } = config;
  return { hasExtraTime, isHandedOver, ownEnd: computeOwnEnd(found, found), hours, timeZone };
}
