import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';
import { accountOf, isAmong, type StagedLines } from '../../../core/database/schema/stagedLines.ts';
import type { ExtraTime } from '../../../learning/learning.service.ts';
import type { OfExam } from '../../facts/facts.service.ts';

/** The candidate's key on the platform and their extra time; undefined for somebody not in the exam. */
export function selectCandidate(db: ReadDb, { systemId, examId }: OfExam, userId: number) {
  return db
    .selectFrom('enrolments as e')
    .leftJoin('extra_times as x', (join) =>
      join.onRef('x.exam_id', '=', 'e.exam_id').onRef('x.user_id', '=', 'e.user_id'),
    )
    .select(['e.learning_platform_id as platformUserId', 'x.minutes', 'x.factor'])
    .where((eb) => eb.and({ 'e.system_id': systemId, 'e.exam_id': examId, 'e.user_id': userId }))
    .executeTakeFirst();
}

/** Candidates of an exam who have extra time, or have one of these keys on the platform; by name. */
export function selectHolders(db: ReadDb, { systemId, examId }: OfExam, keys: readonly string[]) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('extra_times as x', (join) =>
      join.onRef('x.exam_id', '=', 'e.exam_id').onRef('x.user_id', '=', 'e.user_id'),
    )
    .select([
      'u.id',
      'u.email',
      'e.learning_platform_id as platformUserId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      sql<boolean>`x.user_id is not null`.as('isGiven'),
      'x.minutes',
      'x.factor',
    ])
    .where((eb) => eb.and({ 'e.system_id': systemId, 'e.exam_id': examId }))
    .where(sql<boolean>`(x.user_id is not null or e.learning_platform_id = any(${keys}::text[]))`)
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('e.user_id')
    .execute();
}

/** Coming exams of these systems in which extra time sent to the platform is not in place there. */
export function selectTroubles(db: ReadDb, systemIds: TenantScope, today: string) {
  return db
    .selectFrom('platform_extra_times as p')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.system_id', '=', 'p.system_id').onRef('c.course_id', '=', 'p.course_id'),
    )
    .innerJoin('enrolments as e', (join) =>
      join.onRef('e.exam_id', '=', 'c.id').onRef('e.learning_platform_id', '=', 'p.platform_user_id'),
    )
    .select(['c.system_id as systemId', 'c.id as examId', 'c.title_en as titleEn'])
    .select(['c.title', 'c.exam_date as date'])
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where(sql<boolean>`(p.state = 'failed' or p.state = 'done' and p.quizzes = 0)`)
    .where('c.deactivated_at', 'is', null)
    .where(endsFrom('c', today))
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`c.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .groupBy(['c.system_id', 'c.id', 'c.title', 'c.title_en', 'c.exam_date'])
    .orderBy('c.exam_date')
    .orderBy('c.id')
    .execute();
}

export async function selectHolderIds(db: ReadDb, { systemId, examId }: OfExam): Promise<number[]> {
  const rows = await db
    .selectFrom('extra_times')
    .select('user_id')
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** @returns what was done; null where it was the same before */
export async function upsertExtraTime(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  userId: number,
  extraTime: ExtraTime,
): Promise<'given' | 'changed' | null> {
  const { minutes, factor } = extraTime;
  const stored = await tx
    .insertInto('extra_times')
    .values({ system_id: systemId, exam_id: examId, user_id: userId, ...extraTime })
    .onConflict((conflict) =>
      conflict
        .columns(['exam_id', 'user_id'])
        .doUpdateSet(extraTime)
        .where(
          sql<boolean>`(extra_times.minutes, extra_times.factor)
            is distinct from (${minutes}::integer, ${factor}::double precision)`,
        ),
    )
    // A row that was there has the id of the transaction that replaced it.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst();
  if (!stored) return null;
  return stored.isNew ? 'given' : 'changed';
}

export async function selectTold(
  db: ReadDb,
  { systemId, examId }: OfExam,
  keyPrefix: string,
): Promise<ReadonlySet<number | null>> {
  const mails = await db
    .selectFrom('outgoing_mails')
    .select('user_id')
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .where(sql<boolean>`starts_with(key, ${keyPrefix})`)
    .where('state', 'in', ['queued', 'waiting'])
    .execute();
  return new Set(mails.map(({ user_id }) => user_id));
}

/** @returns whether there was extra time */
export async function deleteExtraTime(tx: WriteTx, { systemId, examId }: OfExam, userId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('extra_times')
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId, user_id: userId }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Null: the person has none any more. */
export async function restoreExtraTimes(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  people: readonly { readonly userId: number; readonly extraTime: ExtraTime | null }[],
): Promise<void> {
  await sql`
    with back as materialized (
      select b."userId", (b."extraTime" ->> 'minutes')::integer as minutes, (b."extraTime" ->> 'factor')::double precision as factor
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as b ("userId" bigint, "extraTime" jsonb)
    ), gone as (
      delete from extra_times where system_id = ${systemId}::integer and exam_id = ${examId}::bigint
        and user_id in (select "userId" from back where minutes is null and factor is null)
    )
    insert into extra_times (system_id, exam_id, user_id, minutes, factor)
    select ${systemId}::integer, ${examId}::bigint, "userId", minutes, factor
    from back where minutes is not null or factor is not null
    on conflict (exam_id, user_id) do update set minutes = excluded.minutes, factor = excluded.factor`.execute(
    tx,
  );
}

interface ChangedExtraTime {
  readonly userId: number;
  /** Null: there was none. */
  readonly from: ExtraTime | null;
  readonly to: ExtraTime;
}

/** SQL: the extra time that these lines state, by person; the first line with one counts. */
const stated = (lines: StagedLines) => sql`
  select distinct on (u.id) u.id, s.line, s.extra_minutes, s.extra_factor
  from staged_candidates s cross join lateral ${accountOf} u
  where ${isAmong(lines)} and (s.extra_minutes is not null or s.extra_factor is not null)
  order by u.id, s.line`;

/** People whom a staged list names by a new address, each with a line of theirs. */
export interface NewlyAddressed {
  readonly stageId: string;
  readonly people: readonly { readonly line: number; readonly userId: number }[];
}

/** SQL: the same for these people. */
const statedAnew = ({ stageId, people }: NewlyAddressed) => sql`
  select distinct on (m."userId") m."userId" as id, s.line, s.extra_minutes, s.extra_factor
  from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as m (line integer, "userId" bigint)
       join staged_candidates f on f.stage_id = ${stageId}::uuid and f.line = m.line
       join staged_candidates s on s.stage_id = f.stage_id and s.email_key = f.email_key
  where s.extra_minutes is not null or s.extra_factor is not null
  order by m."userId", s.line`;

const amount = (minutes: string, factor: string) =>
  sql`jsonb_build_object('minutes', ${sql.ref(minutes)}, 'factor', ${sql.ref(factor)})`;
const present = sql`case when x.user_id is not null then ${amount('x.minutes', 'x.factor')} end`;

/** People who are in the exam and whose extra time these lines state, with what stands. */
export async function selectStagedOfPresent(
  db: ReadDb,
  { systemId, examId }: OfExam,
  lines: StagedLines | NewlyAddressed,
) {
  const { rows } = await sql<
    ChangedExtraTime & { line: number; firstName: string; lastName: string; email: string }
  >`
    select u.id as "userId", t.line, u.first_name as "firstName", u.last_name as "lastName", u.email,
           ${present} as "from", ${amount('t.extra_minutes', 't.extra_factor')} as "to"
    from (${'people' in lines ? statedAnew(lines) : stated(lines)}) t join users u on u.id = t.id
         join enrolments e on e.user_id = t.id and e.system_id = ${systemId}::integer and e.exam_id = ${examId}::bigint
         left join extra_times x on x.exam_id = e.exam_id and x.user_id = e.user_id`.execute(db);
  return rows;
}

/**
 * Gives an exam's staged people the extra time of their first line. Another one that stands is changed for the people
 * `mayChange` alone. Returns what changed.
 */
export async function upsertStaged(
  tx: WriteTx,
  { systemId, examId, mayChange }: OfExam & { readonly mayChange: readonly number[] },
  lines: StagedLines,
): Promise<ChangedExtraTime[]> {
  const { rows } = await sql<ChangedExtraTime>`
    with stated as materialized (${stated(lines)}), held as materialized (
      -- Somebody who was there already may be leaving the exam at this moment.
      select e.user_id from enrolments e
      where e.exam_id = ${examId}::bigint and e.user_id in (select id from stated) for key share
    ), given as (
    insert into extra_times as x (system_id, exam_id, user_id, minutes, factor)
    select ${systemId}::integer, ${examId}::bigint, id, extra_minutes, extra_factor
    from stated join held on held.user_id = stated.id order by id
    on conflict (exam_id, user_id) do update set minutes = excluded.minutes, factor = excluded.factor
    where (x.minutes, x.factor) is distinct from (excluded.minutes, excluded.factor)
      and x.user_id = any(${mayChange}::bigint[])
    returning x.user_id, x.minutes, x.factor)
    select g.user_id as "userId", ${present} as "from", ${amount('g.minutes', 'g.factor')} as "to"
    -- As it was before this statement.
    from given g left join extra_times x on x.exam_id = ${examId}::bigint and x.user_id = g.user_id`.execute(
    tx,
  );
  return rows;
}
