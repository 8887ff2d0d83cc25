import type { Role } from '@guichet/contract/core/access';
import { emailKey } from '@guichet/contract/core/fold';
import { type Insertable, sql } from 'kysely';
import { ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { accountOf, isAmong, type StagedLines } from '../../core/database/schema/stagedLines.ts';
import { isOfOthers } from './guests/guests.queries.ts';
import { linkDueSince } from './rights/givenPassword.queries.ts';
import { storeHandover } from './rights/handovers.queries.ts';
import type { TenantScope } from './rights/userRights.ts';

const accountColumns = [
  'id',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  'student_number as studentNumber',
  'language',
  'password_hash as passwordHash',
  'must_choose_password_since as mustChoosePasswordSince',
  sql<Date | null>`${sql.raw(linkDueSince('users'))}`.as('linkDueSince'),
  'email_changed_at as emailChangedAt',
  // Reports a locked account as a deactivated one.
  sql<Date | null>`coalesce(deactivated_at, locked_at)`.as('deactivatedAt'),
] as const;

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
export type HeldRoles = Awaited<ReturnType<typeof listHeldRoles>>;

export async function findAccount(db: ReadDb, userId: number) {
  const found = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', userId)
    .executeTakeFirst();
  return found ?? null;
}

export function selectAccounts(db: ReadDb, userIds: readonly number[]): Promise<Account[]> {
  const accounts = db.selectFrom('users').select(accountColumns);
  return accounts
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
}

export async function findAccountByEmail(db: ReadDb, email: string): Promise<Account | null> {
  const accounts = db.selectFrom('users').select(accountColumns);
  return (await accounts.where('email_key', '=', emailKey(email)).executeTakeFirst()) ?? null;
}

const holderByEmail = prepare<Account & { readonly held: HeldRoles | null }>(`
  select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.student_number as "studentNumber",
         u.language, u.password_hash as "passwordHash", u.must_choose_password_since as "mustChoosePasswordSince",
         ${linkDueSince('u')} as "linkDueSince", u.email_changed_at as "emailChangedAt",
         coalesce(u.deactivated_at, u.locked_at) as "deactivatedAt",
         (select json_agg(json_build_object('role', r.role, 'systemId', r.system_id, 'coursePrefix', s.course_prefix,
                                            'studentRole', s.student_role) order by r.system_id, r.role)
          from user_roles r left join systems s on s.id = r.system_id
          where r.user_id = u.id) as held
  from users u where u.email_key = $1`);

/** The account with this e-mail address and its roles; null if there is no such account. */
export async function findHolder(db: ReadDb, email: string) {
  const [found] = await ask(db, holderByEmail, [emailKey(email)]);
  if (!found) return null;
  const { held, ...account } = found;
  return { account: account as Account, held: held ?? [] };
}

/** Roles of a person with the system's titles, which are null for `superAdmin`. */
export function listHeldRoles(db: ReadDb, userId: number) {
  return db
    .selectFrom('user_roles as r')
    .leftJoin('systems as s', 's.id', 'r.system_id')
    .select(sql<boolean>`r.stated is not null`.as('isGuest'))
    .select([
      'r.role',
      'r.system_id as systemId',
      's.course_prefix as coursePrefix',
      's.student_role as studentRole',
    ])
    .where('r.user_id', '=', userId)
    .orderBy('r.system_id')
    .orderBy('r.role')
    .execute();
}

/** Returns the new id; null when the address is taken. */
export async function insertUser(tx: WriteTx, user: Insertable<Schema['users']>): Promise<number | null> {
  const made = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

export async function insertRole(
  tx: WriteTx,
  userId: number,
  role: Role,
  systemId: number | null,
  granted_at: Date,
  cameBy?: string,
) {
  // Another role of a guest shows the system no more of the account.
  await sql`
    insert into user_roles (user_id, role, system_id, granted_at, stated, told_at, came_by)
    select ${userId}::bigint, ${role}::text, ${systemId}::integer, ${granted_at}::timestamptz, g.stated, ${granted_at}::timestamptz,
           ${cameBy ? JSON.stringify([cameBy]) : null}::jsonb
    from (select 1) one left join lateral (
      select stated from user_roles where user_id = ${userId}::bigint and system_id = ${systemId}::integer and stated is not null
      limit 1) g on true
    on conflict do nothing`.execute(tx);
  if (role !== 'superAdmin') return;
  const user = tx.updateTable('users').set({ first_super_admin_at: granted_at }).where('id', '=', userId);
  await user.where('first_super_admin_at', 'is', null).execute();
}

/** Whether the account has ever been that of a super admin. */
export async function wasSuperAdmin(db: ReadDb, userId: number): Promise<boolean> {
  const user = db.selectFrom('users').select('first_super_admin_at').where('id', '=', userId);
  return (await user.executeTakeFirst())?.first_super_admin_at != null;
}

/** The active super admins except these people. */
export function selectSuperAdmins(db: ReadDb, except: readonly number[]): Promise<Account[]> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where(sql<boolean>`id in (select user_id from user_roles where system_id is null)`)
    .where((eb) => eb.and({ deactivated_at: null, locked_at: null }))
    .where(sql<boolean>`id <> all(${except}::bigint[])`)
    .orderBy('id')
    .execute();
}

/** Lets one process after another make the first super admin: several may start at once. */
export async function lockFirstStart(tx: WriteTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('guichet: first start'))`.execute(tx);
}

/** Whether anybody has an account beside the first super admin. */
export async function hasSeveralAccounts(db: ReadDb): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').limit(2).execute();
  return found.length > 1;
}

export async function superAdminExists(db: ReadDb): Promise<boolean> {
  const found = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('system_id', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Sets a password; ends every session that began before `now`. `given`: somebody else chose it, so the person must choose
 * another password at the next sign-in; null: the person chose it. Who set an earlier password stays noted until a mailed
 * link is used.
 */
export async function storePassword(
  tx: WriteTx,
  userId: number,
  passwordHash: string,
  now: Date,
  given: { readonly isMailed: boolean; readonly by: number | null } | null,
) {
  await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      must_choose_password_since: given ? now : null,
      password_mailed_at: given?.isMailed ? now : null,
      sessions_ended_at: now,
      ...(given && { feeds_ended_at: now, password_given_by: given.by }),
    })
    .where('id', '=', userId)
    .execute();
  if (given?.by) await storeHandover(tx, { userId, part: 'password', by: given.by, now });
}

/** Ends every session that began before `now`, and every unfinished sign-in. */
export async function endUserSessions(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await tx.updateTable('users').set({ sessions_ended_at: now }).where('id', '=', userId).execute();
}

const lastVisit = prepare('update users set last_visit_at = $2 where id = $1');

export async function updateLastVisit(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await ask(tx, lastVisit, [userId, now]);
}

/** A column of `users` that holds a text. */
export type UserText = {
  [C in keyof Schema['users']]: Schema['users'][C] extends string | null ? C : never;
}[keyof Schema['users']];

/** Creates an account for each staged unknown address, from its first line, with the texts `more`. */
export async function insertStagedUsers(
  tx: WriteTx,
  lines: StagedLines,
  of: { readonly defaultLanguage: string; readonly more: readonly UserText[]; readonly now: Date },
): Promise<number> {
  const columns = of.more.map((name) => sql`, ${sql.ref(name)}`);
  const values = of.more.map((name) => sql`, s.more->>${name}`);
  const { numAffectedRows } = await sql`
    insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, student_number,
                       must_choose_password_since, created_at${sql.join(columns, sql``)})
    select distinct on (s.email_key) s.email, s.email_key, s.first_name, s.last_name, s.sort_name, s.search_text,
           coalesce(s.language, ${of.defaultLanguage}), s.student_number, ${of.now}::timestamptz,
           ${of.now}::timestamptz${sql.join(values, sql``)}
    from staged_candidates s
    where ${isAmong(lines)}
      and (select u.id from users u where u.email_key = s.email_key) is null
    order by s.email_key, s.line
    on conflict (email_key) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Gives the student role of the system to every staged candidate who does not hold it. Where other systems
 * already had the account, the role stores what the candidate's first line states, and later lists add to it.
 */
export async function insertStagedStudents(
  tx: WriteTx,
  lines: StagedLines,
  { systemId, tenantScope, now }: { systemId: number; tenantScope: TenantScope; now: Date },
) {
  await sql`
    insert into user_roles as k (user_id, system_id, role, granted_at, stated)
    select distinct on (u.id) u.id, ${systemId}::integer, 'student', ${now}::timestamptz,
           case when ${isOfOthers(sql`u.id`, systemId, tenantScope)} then jsonb_strip_nulls(
             jsonb_build_object('student_number', s.student_number, 'language', s.language)
             || coalesce(s.more, '{}'::jsonb)) end
    from staged_candidates s cross join lateral ${accountOf} u
    where ${isAmong(lines)}
    order by u.id, s.line
    on conflict (user_id, system_id, role) do update set stated = k.stated || excluded.stated
    where k.stated is not null and excluded.stated is not null and k.stated || excluded.stated <> k.stated`.execute(
    tx,
  );
}
