import { sql } from 'kysely';
import type { AppContext, ReadDb } from '../../../core/context/appContext.ts';
import { prepareQuery } from '../../../core/database/connection/prepared.ts';
import { ownExtraTime } from '../../../core/database/schema/handovers.ts';
import type { OwnTime } from './mail.ts';

const ownTimes = prepareQuery((db: ReadDb, mailIds: readonly number[]) =>
  db
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
      'o.id as mailId',
      'c.exam_date as examDate',
      'c.start_time as startTime',
      'c.end_time as endTime',
      'c.end_date as endDate',
    ])
    .select(ownExtraTime)
    .where(sql<boolean>`o.id = any(${mailIds}::bigint[])`),
);

/** The readers' present time in the exams of these mails, by mail; none without an exam or if the reader is not enrolled. */
export async function selectOwnTimes(
  { database, config: { timeZone } }: AppContext,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, OwnTime>> {
  const found = await ownTimes(database.read, mailIds);
  return new Map(
    found.map(({ mailId, extraMinutes, extraFactor, isHandedOver, ...hours }) => [
      mailId,
      { extraMinutes, extraFactor, isHandedOver, hours, timeZone },
    ]),
  );
}
