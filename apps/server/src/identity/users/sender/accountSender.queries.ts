import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';

/** The system of a person's next exam, else of the last one; null without any. */
export async function findSystemOfNearestExam(db: ReadDb, userId: number, today: string) {
  const nearest = await db
    .selectFrom('enrolments as e')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.id', '=', 'e.exam_id').onRef('c.system_id', '=', 'e.system_id'),
    )
    .select('e.system_id as systemId')
    .where('e.user_id', '=', userId)
    .where('c.deactivated_at', 'is', null)
    .orderBy(endsFrom('c', today), 'desc')
    .orderBy(sql`abs(c.exam_date - ${today}::date)`)
    .orderBy('e.system_id')
    .limit(1)
    .executeTakeFirst();
  return nearest?.systemId ?? null;
}
