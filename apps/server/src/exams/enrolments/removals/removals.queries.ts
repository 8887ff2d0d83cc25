import type { RemovedState } from '@guichet/contract/exams/places.removals';
import { undoDays } from '@guichet/contract/imports/imports.past';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import type { OfExam } from '../../facts/facts.service.ts';
import type { Candidates } from '../enrolments.queries.ts';

/** The ids of the people removed by a removal; empty where it never took place or was undone. */
export async function selectRemoved(tx: WriteTx, { systemId, examId }: OfExam, removalId: string) {
  const rows = await tx
    .selectFrom('removals')
    .select('user_id as userId')
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId, id: removalId }))
    .orderBy('user_id')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Keeps the places of these people and the states of their unsent mails, before both change. */
export async function insertRemoval(
  tx: WriteTx,
  of: Candidates & { readonly removalId: string; readonly movedTo: number | null; readonly now: Date },
): Promise<void> {
  await sql`
    insert into removals (id, system_id, exam_id, user_id, moved_to, enrolment, mails, removed_at)
    select ${of.removalId}::uuid, e.system_id, e.exam_id, e.user_id, ${of.movedTo}::bigint, to_jsonb(e),
           coalesce((select jsonb_object_agg(m.id, m.state) from outgoing_mails m
                     where m.system_id = e.system_id and m.exam_id = e.exam_id and m.user_id = e.user_id
                       and m.sent_at is null and m.state in ('queued', 'sending', 'waiting', 'failed')), '{}'),
           ${of.now}::timestamptz
    from enrolments e
    where e.system_id = ${of.systemId}::integer and e.exam_id = ${of.examId}::bigint
      and e.user_id = any(${of.userIds}::bigint[])`.execute(tx);
  await sql`
    insert into removed_extra_times (id, system_id, user_id, minutes, factor)
    select ${of.removalId}::uuid, system_id, user_id, minutes, factor from extra_times
    where exam_id = ${of.examId}::bigint and user_id = any(${of.userIds}::bigint[])`.execute(tx);
}

/** Copies people's places, with extra time and what lists say, to another exam of the system; returns the ids new there. */
export async function insertPlaces(
  tx: WriteTx,
  of: Candidates & { readonly toExamId: number; readonly now: Date },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ userId: number }>`
    insert into enrolments (system_id, exam_id, user_id, learning_platform_id, import_id, enrolled_at, list_values)
    select e.system_id, ${of.toExamId}::bigint, e.user_id, e.learning_platform_id, null, ${of.now}::timestamptz, e.list_values
    from enrolments e
    where e.system_id = ${of.systemId}::integer and e.exam_id = ${of.examId}::bigint
      and e.user_id = any(${of.userIds}::bigint[])
    order by e.user_id
    on conflict do nothing
    returning user_id as "userId"`.execute(tx);
  await sql`
    insert into extra_times (system_id, exam_id, user_id, minutes, factor)
    select system_id, ${of.toExamId}::bigint, user_id, minutes, factor from extra_times
    where exam_id = ${of.examId}::bigint
      and user_id = any(${rows.map(({ userId }) => userId)}::bigint[])`.execute(tx);
  return new Set(rows.map(({ userId }) => userId));
}

export interface Removed {
  readonly userId: number;
  readonly platformUserId: string;
  readonly movedTo: number | null;
  readonly enrolment: unknown;
  /** A row of `extra_times`, or null. */
  readonly extraTime: unknown;
  /** The states of the unsent mails, by mail id. */
  readonly mails: Readonly<Record<string, string>>;
  /** Whether the person's place can be given back, else why not. */
  readonly state: Exclude<RemovedState, 'forgotten'>;
}

/** Locks a removal's kept places, of all or of these people: of two undos at once, the second finds none. */
export async function lockRemoval(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  removalId: string,
  userIds: readonly number[] | null,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from removals
    where system_id = ${systemId}::integer and exam_id = ${examId}::bigint and id = ${removalId}::uuid
      and (${userIds}::bigint[] is null or user_id = any(${userIds}::bigint[]))
    order by user_id for update`.execute(tx);
  return new Set(rows.map(({ userId }) => userId));
}

export async function selectRemoval(
  db: ReadDb,
  { systemId, examId }: OfExam,
  removalId: string,
): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    select g.user_id as "userId", g.enrolment ->> 'learning_platform_id' as "platformUserId", g.moved_to as "movedTo",
           g.enrolment, g.mails,
           (select jsonb_build_object('system_id', g.system_id, 'exam_id', g.exam_id, 'user_id', g.user_id,
                                      'minutes', x.minutes, 'factor', x.factor)
            from removed_extra_times x
            where x.system_id = g.system_id and x.id = g.id and x.user_id = g.user_id) as "extraTime",
           case
             when not exists (select from users u where u.id = g.user_id) then 'deleted'
             when exists (select from enrolments e where e.exam_id = g.exam_id and e.user_id = g.user_id) then 'enrolled'
             when g.moved_to is not null and not exists (
               select from enrolments e where e.exam_id = g.moved_to and e.user_id = g.user_id
                 and e.enrolled_at = g.removed_at and e.attested_at is null and e.presence is null
                 and coalesce(e.list_values, 'null') = g.enrolment -> 'list_values'
                 and (select array[minutes, factor] from extra_times x
                      where x.exam_id = e.exam_id and x.user_id = e.user_id) is not distinct from
                     (select array[minutes, factor] from removed_extra_times x
                      where x.system_id = g.system_id and x.id = g.id and x.user_id = g.user_id)) then 'changed'
             when exists (
               select from outgoing_mails m
               where m.exam_id = g.moved_to and m.user_id = g.user_id and m.queued_at >= g.removed_at
                 and (m.sent_at is not null or m.state in ('sending', 'sent'))) then 'mailed'
             else 'removed' end as state
    from removals g
    where g.system_id = ${systemId}::integer and g.exam_id = ${examId}::bigint and g.id = ${removalId}::uuid
    order by g.user_id`.execute(db);
  return rows;
}

/** The removals of an exam that keep a place of somebody who still has an account and is not back. */
export async function selectOpenRemovals(db: ReadDb, { systemId, examId }: OfExam): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.id from removals g join users u on u.id = g.user_id
    where g.system_id = ${systemId}::integer and g.exam_id = ${examId}::bigint
      and not exists (select from enrolments e where e.exam_id = g.exam_id and e.user_id = g.user_id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The removals, among those given, by which a place of this person is kept in these systems. */
export async function selectKeptPlaces(
  db: ReadDb,
  of: { readonly systemIds: TenantScope; readonly userId: number; readonly removalIds: readonly string[] },
): Promise<{ removalId: string; examId: number }[]> {
  if (of.removalIds.length === 0) return [];
  return (
    db
      .selectFrom('removals')
      // The latest removal, where the person left the exam more than once.
      .distinctOn('exam_id')
      .select(['id as removalId', 'exam_id as examId'])
      .where('user_id', '=', of.userId)
      .where(sql<boolean>`id = any(${of.removalIds}::uuid[])`)
      // Somebody may have enrolled the person again, in another way.
      .where(
        sql<boolean>`not exists (select from enrolments e where e.exam_id = removals.exam_id and e.user_id = removals.user_id)`,
      )
      .orderBy('exam_id')
      .orderBy('removed_at', 'desc')
      .$if(of.systemIds !== 'all', (query) =>
        query.where(sql<boolean>`system_id = any(${of.systemIds as readonly number[]}::integer[])`),
      )
      .execute()
  );
}

export async function deleteRemoval(
  tx: WriteTx,
  { systemId, examId, userIds }: Candidates,
  removalId: string,
): Promise<void> {
  await sql`
    delete from removals
    where system_id = ${systemId}::integer and exam_id = ${examId}::bigint and id = ${removalId}::uuid
      and user_id = any(${userIds}::bigint[])`.execute(tx);
}

export async function restorePlaces(
  tx: WriteTx,
  removed: readonly Pick<Removed, 'enrolment' | 'extraTime'>[],
): Promise<void> {
  const enrolments = removed.map(({ enrolment }) => enrolment);
  const extraTimes = removed.flatMap(({ extraTime }) => extraTime ?? []);
  await sql`
    insert into enrolments
    select * from jsonb_populate_recordset(null::enrolments, ${JSON.stringify(enrolments)}::jsonb)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into extra_times
    select * from jsonb_populate_recordset(null::extra_times, ${JSON.stringify(extraTimes)}::jsonb)
    on conflict do nothing`.execute(tx);
}

/** Deletes at most `limit` removals older than `before`, unless the import of their list can be undone. */
export async function deleteRemovalsBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from removals where (system_id, id, user_id) in (
      select system_id, id, user_id from removals r where removed_at < ${before}::timestamptz
        and not exists (select from imports i where i.id = r.id and i.undone_at is null
                        and i.finished_at >= ${before}::timestamptz - make_interval(days => ${undoDays}::integer))
      limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
