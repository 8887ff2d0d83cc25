import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';
import { queueAfresh } from '../jobs/planning.queries.ts';
import type { AccountFacts } from '../learning.service.ts';

export interface Joinable {
  readonly userId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly studentNumber: string | null;
}

interface OfSite {
  readonly site: string;
  readonly platformId: number | null;
}

/** Candidates of coming exams without a known account there, not staff of the portal; `userIds`: of these. */
export async function selectJoinable(
  db: ReadDb,
  of: OfSite & { readonly today: string; readonly after: number; readonly userIds: readonly number[] | null },
  most: number,
): Promise<Joinable[]> {
  const { rows } = await sql<Joinable>`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email,
           u.student_number as "studentNumber"
    from users u
    where u.id > ${of.after}::bigint
      and (${of.userIds === null}::boolean or u.id = any(${of.userIds ?? []}::bigint[]))
      and exists (select from enrolments e
        join exams c on c.system_id = e.system_id and c.id = e.exam_id
        join platform_courses p on p.system_id = c.system_id and p.course_id = c.course_id
        where e.user_id = u.id and p.platform_id is not distinct from ${of.platformId}::bigint
          and ${endsFrom('c', of.today)} and c.deactivated_at is null)
      and not exists (select from platform_accounts a
        where a.site = ${of.site}::text and a.user_id = u.id and a.external_id is not null)
      and not exists (select from user_roles r where r.user_id = u.id and r.role <> 'student')
    order by u.id
    limit ${most}::integer`.execute(db);
  return rows;
}

/** Assigns an account to a person, unless either has got another meanwhile; returns whether it did. */
export async function joinAccount(
  tx: WriteTx,
  site: string,
  userId: number,
  of: Pick<AccountFacts, 'externalId' | 'authentication'> & { readonly key: string },
  now: Date,
): Promise<boolean> {
  const { externalId, authentication, key } = of;
  const { rows } = await sql`
    insert into platform_accounts as a (site, user_id, key, external_id, origin, authentication, changed_at)
    select ${site}::text, ${userId}::bigint, ${key}::text, ${externalId}::text, 'joined', ${authentication ?? null}::text,
           ${now}::timestamptz
    where not exists (select from platform_accounts other where other.site = ${site}::text
      and other.user_id <> ${userId}::bigint and (other.key = ${key}::text or other.external_id = ${externalId}::text))
    on conflict (site, user_id) do update
    set key = excluded.key, external_id = excluded.external_id, origin = 'joined', doubt = null,
        authentication = excluded.authentication, changed_at = excluded.changed_at
    where a.external_id is null
    returning a.id`.execute(tx);
  return rows.length > 0;
}

/** Deletes the record of a joined account; returns whether there was one. */
export async function deleteJoined(tx: WriteTx, site: string, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('platform_accounts')
    .where((eb) => eb.and({ site, user_id: userId, origin: 'joined' }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Queues all wanted enrolments of people on the platform again, which were made for another account. */
export async function requeuePeople(
  tx: WriteTx,
  { platformId }: Pick<OfSite, 'platformId'>,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update platform_enrolments p set only_account = false, ${queueAfresh(tx, sql`${now}::timestamptz`)}
    where p.user_id = any(${userIds}::bigint[]) and p.wanted = 'in' and exists (
      select from platform_courses c where c.system_id = p.system_id and c.course_id = p.course_id
        and c.platform_id is not distinct from ${platformId}::bigint)`.execute(tx);
}

/** The accounts of present people on a site, by user id. */
export function selectSiteAccounts(db: ReadDb, site: string, after: number, most: number) {
  return db
    .selectFrom('platform_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.user_id as userId', 'u.first_name as firstName', 'u.last_name as lastName', 'u.email'])
    .select(['u.student_number as studentNumber', 'a.key', 'a.external_id as externalId', 'a.origin'])
    .where('a.site', '=', site)
    .where('a.user_id', '>', after)
    .orderBy('a.user_id')
    .limit(most)
    .execute();
}
