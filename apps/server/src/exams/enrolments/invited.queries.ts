import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import { sql } from 'kysely';
import { among, ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { isComing } from '../../core/database/schema/examDays.ts';
import { accountOf, isAmong, type StagedLines } from '../../core/database/schema/stagedLines.ts';
import type { OfExam } from '../facts/facts.service.ts';
import { activeCandidates } from './knownFacts.queries.ts';

const lastFarewell = (over = '') =>
  `max(o.id) filter (where g.purpose = 'examLeft' and (o.sent_at is not null or o.state = 'sending')) ${over}`;
const lacksInvitation = (over = '') =>
  `coalesce(max(o.id) filter (where g.purpose in ('invitation', 'examBack') and o.state <> 'cancelled') ${over}, 0)
    <= coalesce(${lastFarewell(over)}, 0)`;

/**
 * SQL, of the mails `o` (with the mailings `g`) to a candidate about an exam: whether none of them is an invitation that
 * counts, since each was cancelled, or the mail "no longer registered" has left after it. `over`: a window.
 */
export const isToInvite = (over?: string) => sql<boolean>`${sql.raw(lacksInvitation(over))}`;

const mailsAbout = (examId: number) => sql`
  from outgoing_mails o join mailings g on g.id = o.mailing_id
  where o.exam_id = ${examId}::bigint and o.user_id = u.id`;

/** The active candidates among these, or all, to whom no invitation was sent or is to be sent. */
export function selectCandidatesToInvite(
  db: ReadDb,
  of: OfExam,
  userIds: readonly number[] | null,
  now: Date,
) {
  return (
    activeCandidates(db, of)
      .$if(userIds !== null, (some) => some.where(sql<boolean>`u.id = any(${userIds}::bigint[])`))
      .where(sql<boolean>`(select ${isToInvite()} ${mailsAbout(of.examId)})`)
      // A cancelled mail that a worker has taken may still leave.
      .where(
        sql<boolean>`not exists (select ${mailsAbout(of.examId)}
        and g.purpose = 'invitation' and o.state = 'cancelled' and o.leased_until > ${now}::timestamptz)`,
      )
      .execute()
  );
}

/** The ids of the people among these whose last word about the exam is that they are no longer registered. */
export async function selectTurnedAway(db: ReadDb, { examId }: OfExam, userIds: readonly number[]) {
  const rows = await db
    .selectFrom('users as u')
    .select('u.id')
    .where(sql<boolean>`u.id = any(${userIds}::bigint[])`)
    .where(
      sql<boolean>`(select ${sql.raw(lastFarewell())} is not null and ${isToInvite()} ${mailsAbout(examId)})`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** SQL: the people whose last word about the exam is that they are no longer registered, whether they are in it or not. */
const turnedAway = (examId: number) => sql`
  select o.user_id from outgoing_mails o join mailings g on g.id = o.mailing_id
  where o.exam_id = ${examId}::bigint group by o.user_id having ${sql.raw(lastFarewell())} is not null and ${isToInvite()}`;

/** The ids of such people whom this import has enrolled. */
export async function selectTurnedAwayOfImport(
  db: ReadDb,
  { examId, importId }: { readonly examId: number; readonly importId: string },
): Promise<number[]> {
  // By key, since the new enrolments are unknown to the planner's statistics.
  const { rows } = await sql<{ id: number }>`
    select t.user_id as id from (${turnedAway(examId)} offset 0) t
    where (select e.import_id from enrolments e where e.exam_id = ${examId}::bigint and e.user_id = t.user_id)
      = ${importId}::uuid`.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of such people in a staged list who are not in the exam, and the first `most` names as the list has them. */
export async function findTurnedAwayOfList(
  db: ReadDb,
  { examId, most }: { readonly examId: number; readonly most: number },
  parts: readonly StagedLines[],
) {
  const found: { readonly people: number; readonly names: readonly string[] }[] = [];
  for (const lines of parts) {
    const { rows } = await sql<{ people: number; names: string[] | null }>`
      select count(*) as people,
             (array_agg(trim(concat(s.first_name, ' ', s.last_name)) order by s.sort_name, s.line))[1:${most}::integer] as names
      from staged_candidates s cross join lateral ${accountOf} u
      where ${isAmong(lines)} and not s.is_repeat and u.id in (${turnedAway(examId)})
        and (select e.user_id from enrolments e where e.exam_id = ${examId}::bigint and e.user_id = u.id) is null`.execute(
      db,
    );
    found.push(...rows.map(({ people, names }) => ({ people, names: names ?? [] })));
  }
  return {
    people: found.reduce((sum, { people }) => sum + people, 0),
    names: found.flatMap(({ names }) => names).slice(0, most),
  };
}

// `not in` of a set that stands in memory: a join compares each candidate with each mail, since the planner expects few.
// Accounts are asked for people without an invitation alone, each in the index of the few that are deactivated.
const toInvite = (isOfScope: string) =>
  prepare<{ readonly examId: number; readonly n: number }>(`
  select c.id as "examId", p.n
  from systems s
       cross join lateral (select id from exams
                           where system_id = s.id and deactivated_at is null and ${isComing('exams')}
                           order by exam_date, title, id limit $3::integer) c
       cross join lateral (select count(*) as n from enrolments e
                           where e.exam_id = c.id
                             and e.user_id not in (select o.user_id from outgoing_mails o join mailings g on g.id = o.mailing_id
                                                   where o.exam_id = c.id and o.user_id is not null
                                                   group by o.user_id having not (${lacksInvitation()}))
                             and (select true from users u where u.id = e.user_id and u.deactivated_at is not null) is null) p
  where ${isOfScope} and p.n > 0`);
const toInviteOfAll = toInvite('true');
const toInviteOfSome = toInvite(`s.id = ${among('$4::integer[]')}`);

/** How many people of the first `most` coming exams of each system are to be invited, by exam; none where nobody is. */
export async function countToInvite(
  db: ReadDb,
  systemIds: TenantScope,
  { day, time }: LocalMoment,
  most: number,
) {
  const rows = await (systemIds === 'all'
    ? ask(db, toInviteOfAll, [day, time, most])
    : ask(db, toInviteOfSome, [day, time, most, systemIds]));
  return new Map(rows.map(({ examId, n }) => [examId, n]));
}
