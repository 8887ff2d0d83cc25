import { undoDays } from '@guichet/contract/imports/imports.past';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { isAmong, type StagedLines } from '../../core/database/schema/stagedLines.ts';
import type { Corrected, PersonFacts } from './undoDecision.ts';

export interface ImportKey {
  readonly id: string;
  readonly systemId: number;
  readonly examId: number;
  readonly courseId: string;
}

/** A hash of the facts in the account `u`, without derived or empty columns and ways to sign in. */
const accountHash = sql`md5((jsonb_strip_nulls(to_jsonb(u))
  - '{sort_name,search_text,full_name_key,profession_key,sessions_ended_at,feeds_ended_at,password_given_by,link_due_since}'::text[])::text)`;
/**
 * The values that somebody wrote to the enrolment `e` after it was made. `known_facts` does not count: a
 * change of the exam writes these facts for all candidates; nor what the list says, but a correction of it by hand.
 * Presence is a reason of its own.
 */
const ownPlaceColumns = sql`jsonb_strip_nulls(to_jsonb(e))
  - '{system_id,exam_id,user_id,learning_platform_id,import_id,enrolled_at,attested_at,signed_in,known_facts,list_values,presence,presence_at,presence_by}'::text[]`;
/** Whether this transaction wrote the row. */
const isOurs = sql`xmin = pg_current_xact_id()::xid`;

/**
 * Records every person of these lines after the import has placed them: whether the import enrolled them,
 * made the account, gave the role. Returns the number of people; a person on an earlier line counts once.
 */
export async function insertImportPeople(
  tx: WriteTx,
  lines: StagedLines,
  of: Omit<ImportKey, 'courseId'>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into import_people (import_id, system_id, user_id, line, placed, gave_role, account_hash)
    select distinct on (u.id) ${of.id}::uuid, ${of.systemId}::integer, u.id, s.line,
           coalesce((select e.import_id = ${of.id}::uuid from enrolments e
                     where e.exam_id = ${of.examId}::bigint and e.user_id = u.id), false),
           coalesce((select r.${isOurs} from user_roles r
                     where r.user_id = u.id and r.system_id = ${of.systemId}::integer and r.role = 'student'), false),
           u.account_hash
    from staged_candidates s
         cross join lateral (select u.id, case when u.${isOurs} then ${accountHash} end as account_hash
                             from users u where u.email_key = s.email_key offset 0) u
    where ${isAmong(lines)}
    order by u.id, s.line
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Notes what an import corrected of people in the list; an undo takes out whom it enrolled. */
export async function storeCorrected(
  tx: WriteTx,
  importId: string,
  people: readonly { readonly userId: number; readonly corrected: Corrected }[],
): Promise<void> {
  await sql`
    update import_people p set corrected = coalesce(p.corrected, '{}') || c.corrected
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as c ("userId" bigint, corrected jsonb)
    where p.import_id = ${importId}::uuid and p.user_id = c."userId" and not p.placed`.execute(tx);
}

const importsLock = sql`hashtext('guichet: imports')`;

/** Imports run side by side; an undo waits for running imports, which may use what the undo removes. */
export async function waitForUndo(tx: WriteTx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${importsLock})`.execute(tx);
}

/** Waits for running imports; new imports wait until the end of this transaction. */
export async function lockImports(tx: WriteTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${importsLock})`.execute(tx);
}

/** Locks an import's people, their enrolments and unsent mails, each by key, until the transaction ends. */
export async function lockImportPeople(tx: WriteTx, { id, examId }: ImportKey): Promise<void> {
  const people = sql`(select user_id from import_people where import_id = ${id}::uuid)`;
  await sql`
    select count(*) from (select from users where id in ${people} order by id for update) locked`.execute(tx);
  await sql`
    select count(*) from (select from enrolments where exam_id = ${examId}::bigint and import_id = ${id}::uuid
                          order by user_id for update) locked`.execute(tx);
  await sql`
    select count(*) from (select from extra_times where exam_id = ${examId}::bigint and user_id in ${people}
                          order by user_id for update) locked`.execute(tx);
  await sql`
    select count(*) from (select from outgoing_mails
                          where exam_id = ${examId}::bigint and user_id in ${people} and sent_at is null
                          order by id for update) locked`.execute(tx);
}

/** Deletes at most `limit` people of imports that were too old for an undo at `before`; returns how many. */
export async function deleteImportPeopleBefore(tx: WriteTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_people where (import_id, user_id) in (
      select p.import_id, p.user_id from imports i join import_people p on p.import_id = i.id
      where i.finished_at < ${before}::timestamptz - make_interval(days => ${undoDays + 1}::integer)
      limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * The facts by which an undo decides, for each person of an import, in the order of the file. The rows are
 * unknown to the planner's statistics, so a join would be planned for one row: `offset 0` finds each row by
 * its key.
 */
export async function selectPersonFacts(db: ReadDb, of: ImportKey): Promise<PersonFacts[]> {
  const { rows } = await sql<PersonFacts>`
    with undone as materialized (
      select id from imports where undone_at is not null
        and exists (select from import_people of_undone where of_undone.import_id = imports.id)),
    moved as materialized (
      select r.user_id from removals r join enrolments e on e.exam_id = r.moved_to and e.user_id = r.user_id
      where r.system_id = ${of.systemId}::integer and r.exam_id = ${of.examId}::bigint)
    select p.line, p.user_id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email,
           p.placed as "isPlaced", p.account_hash is not null as "isNewAccount", p.gave_role as "isRoleNew",
           p.account_hash is null and made.account_hash is not null as "isMadeByUndone",
           e.user_id is not null as "isEnrolled", coalesce(e.import_id = p.import_id, false) as "isSamePlace",
           p.user_id in (select user_id from moved) as "isMoved",
           e.learning_platform_id as "platformUserId", e.attested_at is not null as "isAttested",
           e.presence_at is not null as "isTicked",
           coalesce(${ownPlaceColumns} <> '{}', false) as "isPlaceChanged",
           exists (select from imports later join import_people again on again.import_id = later.id
                   where later.exam_id = ${of.examId}::bigint and later.id <> p.import_id and later.undone_at is null
                     and later.finished_at >= i.finished_at and again.user_id = p.user_id and not again.placed)
             as "isListedAgain",
           u.last_visit_at is not null as "hasSignedIn", u.password_hash is not null as "hasPassword",
           coalesce(u.deactivated_at, u.locked_at) is not null as "isDeactivated",
           ${accountHash} is distinct from coalesce(p.account_hash, made.account_hash) as "isAccountChanged",
           exists (select from account_tokens t where t.user_id = p.user_id) as "hasAskedForLink",
           coalesce(r.others, false) as "hasOtherRole", coalesce(r.own, false) as "isStudent",
           coalesce(x.anywhere, false) as "isEnrolledElsewhere", coalesce(x.here, false) as "isEnrolledInSystem",
           coalesce(m.unsent, 0) as "unsentMails", coalesce(m.left_at_all, false) as "hasMailLeft",
           u.deactivated_at is not null as "isUnmailed",
           p.corrected, u.language, (select jsonb_build_object('minutes', x.minutes, 'factor', x.factor) from extra_times x
             where p.corrected ? 'extraTime' and x.exam_id = ${of.examId}::bigint and x.user_id = p.user_id) as "extraTime", e.list_values as "listValues",
           (select t.new_email from account_tokens t where p.corrected is not null and t.user_id = p.user_id
              and t.new_email is not null and t.used_at is null order by t.issued_at desc limit 1) as "pendingEmail",
           u.email_confirmed_at is not null or u.last_visit_at is not null or exists (
             select from users other where other.email_key = lower(p.corrected -> 'email' ->> 'from') and other.id <> p.user_id)
             as "isAddressTaken",
           exists (select from outgoing_mails told where told.key = p.corrected -> 'email' ->> 'noticeKey'
                   and (told.sent_at is not null or told.state = 'sending')) as "isChangeTold",
           exists (select from account_tokens t join outgoing_mails link on link.key = concat('newAddress:', t.id)
                   where p.corrected is not null and t.user_id = p.user_id and t.new_email = p.corrected -> 'email' ->> 'to'
                     and (link.sent_at is not null or link.state = 'sending')) as "isLinkMailed",
           false as "mayCorrect",
           coalesce(o.wanted = 'in', false) as "hasPlatformPlace"
    from import_people p
         join imports i on i.id = p.import_id
         left join lateral (select * from users where id = p.user_id offset 0) u on true
         left join lateral (select * from enrolments
                            where exam_id = ${of.examId}::bigint and user_id = p.user_id offset 0) e on true
         left join lateral (select wanted from platform_enrolments
                            where system_id = ${of.systemId}::integer and course_id = ${of.courseId}
                              and platform_user_id = e.learning_platform_id offset 0) o on true
         cross join lateral (select min(past.account_hash) as account_hash,
                                    coalesce(array_agg(past.system_id) filter (where past.gave_role), '{}') as role_systems
                             from undone cross join lateral (select * from import_people
                                                             where import_id = undone.id and user_id = p.user_id offset 0) past) made
         cross join lateral (select bool_or(not own and not coalesce(is_undone, false)) as others, bool_or(own) as own
                             from (select coalesce(role = 'student' and system_id = ${of.systemId}::integer, false) as own,
                                          role = 'student' and system_id = any(made.role_systems) as is_undone
                                   from user_roles where user_id = p.user_id) held) r
         left join lateral (select true as anywhere, bool_or(system_id = ${of.systemId}::integer) as here
                             from enrolments where user_id = p.user_id and exam_id <> ${of.examId}::bigint
                             having count(*) > 0) x on true
         cross join lateral (select count(*) filter (where sent_at is null and state in ('queued', 'waiting')) as unsent,
                                    bool_or(sent_at is not null or state in ('sending', 'sent')) as left_at_all
                             from outgoing_mails where exam_id = ${of.examId}::bigint and user_id = p.user_id) m
    where p.import_id = ${of.id}::uuid and p.system_id = ${of.systemId}::integer
    order by p.line`.execute(db);
  return rows;
}
