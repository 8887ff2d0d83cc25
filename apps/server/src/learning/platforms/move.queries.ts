import { sql } from 'kysely';
import { notifyAfterCommit } from '../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { learningTopic } from '../jobs/planning.queries.ts';

interface Move {
  readonly systemId: number;
  readonly platformId: number | null;
  readonly today: string;
}

/** Courses of coming exams that are on another platform. */
const isMoved = ({ systemId, platformId, today }: Move) => sql`c.system_id = ${systemId}::integer
  and c.exam_date >= ${today}::date and c.platform_id is distinct from ${platformId}::integer`;

export async function countMove(db: ReadDb, move: Move) {
  const { rows } = await sql<{ courses: number; enrolments: number; left: number; past: number }>`
    select count(*) filter (where is_moved)::integer as courses,
           count(*) filter (where is_moved and external_id is not null)::integer as left,
           count(*) filter (where not is_moved and exam_date < ${move.today}::date)::integer as past,
           coalesce(sum(people) filter (where is_moved), 0)::integer as enrolments
    from (select c.external_id, c.exam_date, ${isMoved(move)} as is_moved,
                 (select count(*) from platform_enrolments e where e.system_id = c.system_id
                  and e.course_id = c.course_id and e.wanted = 'in') as people
          from platform_courses c where c.system_id = ${move.systemId}::integer) courses`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('counts are one row');
  return counts;
}

/**
 * Queues the courses of coming exams and their people anew for another platform; also removals and extra time
 * taken away, since a course that was there before may still have them. Readings of the former platform and
 * strangers to be removed there are forgotten: account ids mean other people elsewhere. Running calls keep
 * their leases, but their results are void.
 */
export async function planMove(tx: WriteTx, move: Move, now: Date): Promise<void> {
  notifyAfterCommit(tx, learningTopic);
  const ofMoved = sql`e.system_id = ${move.systemId}::integer and e.course_id in
    (select c.course_id from platform_courses c where ${isMoved(move)})`;
  const afresh = sql`state = 'pending', attempts = 0, next_try_at = ${now}::timestamptz, last_error = null`;
  // Rows are locked in the order of their key, as every other writer does.
  await sql`select from platform_enrolments e where ${ofMoved} order by e.course_id, e.platform_user_id for update`.execute(
    tx,
  );
  await sql`delete from platform_readings e where ${ofMoved}`.execute(tx);
  await sql`update platform_enrolments e set version = e.version + 1, done_at = null, is_repair = false, only_account = false, ${afresh} where ${ofMoved}`.execute(
    tx,
  );
  await sql`select from platform_extra_times e where ${ofMoved} order by e.course_id, e.platform_user_id for update`.execute(
    tx,
  );
  await sql`
    update platform_extra_times e
    set version = e.version + 1, was_moved = true, quizzes = null, in_place = null, read_at = null, ${afresh} where ${ofMoved}`.execute(
    tx,
  );
  await sql`
    update platform_courses c
    set platform_id = ${move.platformId}::integer, external_id = null, semester_id = null, is_repair = false,
        version = c.version + 1, ${afresh}
    where ${isMoved(move)}`.execute(tx);
}
