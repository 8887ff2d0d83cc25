import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { sql } from 'kysely';
import type { WriteTx } from '../core/database/database.ts';

/**
 * For the demo: gives each of a system's last pending enrolments an outcome, in the columns that the worker
 * writes. Course codes begin with the exam date, so these enrolments are in the latest course.
 */
export async function seedDemoPlaces(
  tx: WriteTx,
  systemId: number,
  now: Date,
  { taken, down }: { readonly taken: Remark; readonly down: Remark },
): Promise<void> {
  await sql`
    update platform_enrolments p
    set state = e.state, attempts = e.attempts, last_error = e.error, last_remark = e.remark,
        next_try_at = ${now}::timestamptz + interval '6 hours'
    from (values (1, 'failed', 1, ${taken.text}, ${JSON.stringify(taken)}::jsonb),
                 (2, 'waiting', 6, ${down.text}, ${JSON.stringify(down)}::jsonb)) as e (place, state, attempts, error, remark),
         (select *, row_number() over (order by course_id desc, user_id desc) as place from platform_enrolments
          where system_id = ${systemId} and state = 'pending') as last
    where p.system_id = last.system_id and p.course_id = last.course_id
      and p.platform_user_id = last.platform_user_id and e.place = last.place`.execute(tx);
}
