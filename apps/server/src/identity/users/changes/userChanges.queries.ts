import { personTextNames } from '@guichet/contract/core/personTexts';
import { sql, type Updateable } from 'kysely';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';
import { selectTexts } from '../personTexts.ts';
import { endPasswordHandovers } from '../rights/handovers.queries.ts';
import type { HeldRole } from '../rights/userRights.ts';

/** Serializes role changes and deactivations: two super admins cannot deactivate each other at once. */
export async function waitForTurn(tx: WriteTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('guichet: what people hold'))`.execute(tx);
}

export async function isActive(db: ReadDb, userId: number): Promise<boolean> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.and({ id: userId, deactivated_at: null, locked_at: null }))
    .executeTakeFirst();
  return person !== undefined;
}

/** Serialises changes of one account: its password, links and factors. False: the account was deleted meanwhile. */
export async function lockAccount(tx: WriteTx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** People with their roles, rows locked; unknown ids are absent. */
export async function lockPeople(tx: WriteTx, userIds: readonly number[]) {
  const people = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'language',
      ...selectTexts('users', personTextNames),
      'wants_newsletter as newsLetter',
      'deactivated_at as deactivatedAt',
      'email_confirmed_at as emailConfirmedAt',
      'must_choose_password_since as mustChoosePasswordSince',
      'last_visit_at as lastVisitAt',
      'locked_at as lockedAt',
      sql<boolean>`password_hash is not null`.as('hasPassword'),
    ])
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const roles = await selectGrants(tx, userIds);
  return people.map((person) => ({ ...person, held: roles.filter(({ userId }) => userId === person.id) }));
}

export type LockedPerson = Awaited<ReturnType<typeof lockPeople>>[number];

export async function otherSuperAdminIsActive(db: ReadDb, userIds: readonly number[]): Promise<boolean> {
  const other = await db
    .selectFrom('user_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select('u.id')
    .where((eb) => eb.and({ 'r.system_id': null, 'u.deactivated_at': null, 'u.locked_at': null }))
    .where(sql<boolean>`u.id <> all(${userIds}::bigint[])`)
    .executeTakeFirst();
  return other !== undefined;
}

export async function setDeactivated(tx: WriteTx, userIds: readonly number[], deactivatedAt: Date | null) {
  await tx
    .updateTable('users')
    // Old sessions stay ended after a reactivation; the calendar address serves again, since it only rested.
    .set({ deactivated_at: deactivatedAt, ...(deactivatedAt && { sessions_ended_at: deactivatedAt }) })
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .execute();
}

/** Locks an account, and ends its sessions and calendar address; with `lock` null, unlocks the account. */
export async function setLocked(
  tx: WriteTx,
  userId: number,
  lock: { readonly at: Date; readonly by: number; readonly byName: string } | null,
): Promise<void> {
  await updatePerson(tx, userId, {
    locked_at: lock?.at ?? null,
    locked_by: lock?.by ?? null,
    locked_by_name: lock?.byName ?? null,
    ...(lock && { sessions_ended_at: lock.at, feeds_ended_at: lock.at }),
  });
}

/** The roles of these people, each with its grant time, the latest first. */
const grants = prepare<
  HeldRole & {
    readonly userId: number;
    readonly grantedAt: Date;
    readonly cameBy: readonly string[] | null;
    readonly isGuest: boolean;
  }
>(`
  select user_id as "userId", role, system_id as "systemId", granted_at as "grantedAt", came_by as "cameBy",
         stated is not null as "isGuest"
  from user_roles where user_id = any($1::bigint[]) order by granted_at desc`);

export function selectGrants(db: ReadDb, userIds: readonly number[]) {
  return ask(db, grants, [userIds]);
}

export async function updatePerson(tx: WriteTx, userId: number, fields: Updateable<Schema['users']>) {
  await tx.updateTable('users').set(fields).where('id', '=', userId).execute();
}

/** The moments that a change of the address sets in these accounts, by column. */
export async function selectAddressTimes(db: ReadDb, userIds: readonly number[]) {
  const { rows } = await sql<{ id: number } & Record<string, string | null>>`
    select id, email_changed_at::text, email_confirmed_at::text, sessions_ended_at::text, feeds_ended_at::text
    from users where id = any(${userIds}::bigint[])`.execute(db);
  return rows;
}

export async function deleteRole(tx: WriteTx, userId: number, { role, systemId }: HeldRole): Promise<void> {
  await tx
    .deleteFrom('user_roles')
    .where((eb) => eb.and({ user_id: userId, role }))
    .where(sql<boolean>`system_id is not distinct from ${systemId}::integer`)
    .execute();
}

/** Notes by which linked identities a role of a system has come; null: by a person or a list. */
export async function noteSources(
  tx: WriteTx,
  userId: number,
  { role, systemId }: HeldRole,
  cameBy: readonly string[] | null,
): Promise<void> {
  await tx
    .updateTable('user_roles')
    .set({ came_by: cameBy && JSON.stringify(cameBy) })
    .where((eb) => eb.and({ user_id: userId, role }))
    .where('system_id', '=', systemId)
    .execute();
}

/** Gives the right to extra time in the systems `given` and takes it in the systems `taken`. */
export async function updateExtraTimeRights(
  tx: WriteTx,
  userId: number,
  of: { readonly given: readonly number[]; readonly taken: readonly number[]; readonly now: Date },
): Promise<void> {
  const { given, taken, now } = of;
  await sql`delete from user_rights where user_id = ${userId} and name = 'extraTime'
    and system_id = any(${taken}::integer[])`.execute(tx);
  await sql`insert into user_rights (user_id, system_id, name, granted_at)
    select ${userId}::bigint, id, 'extraTime', ${now}::timestamptz from unnest(${given}::integer[]) as g (id)`.execute(
    tx,
  );
}

/** Whether the person is in an active exam of the system. */
export async function isEnrolled(db: ReadDb, userId: number, systemId: number): Promise<boolean> {
  const place = await db
    .selectFrom('enrolments as e')
    .innerJoin('exams as c', 'c.id', 'e.exam_id')
    .select('e.user_id')
    .where((eb) => eb.and({ 'e.user_id': userId, 'e.system_id': systemId, 'c.deactivated_at': null }))
    .executeTakeFirst();
  return place !== undefined;
}

export async function takeStudentRoles(tx: WriteTx, systemId: number, userIds: readonly number[]) {
  await tx
    .deleteFrom('user_roles')
    .where((eb) => eb.and({ system_id: systemId, role: 'student' }))
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .execute();
}

/** Deletes people, cascading to sessions, links and enrolments; the audit log and sent mails stay. */
export async function deletePeople(tx: WriteTx, userIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('users').where(sql<boolean>`id = any(${userIds}::bigint[])`).execute();
}

/** @returns false if the address was confirmed already */
export async function markEmailConfirmed(tx: WriteTx, userId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_confirmed_at: now })
    .where((eb) => eb.and({ id: userId, email_confirmed_at: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks an address as confirmed by a mailed link. Voids calendar addresses made under a given password. */
export async function confirmThroughLink(tx: WriteTx, userId: number, now: Date): Promise<void> {
  await markEmailConfirmed(tx, userId, now);
  await tx
    .updateTable('users')
    .set({ feeds_ended_at: now })
    .where('id', '=', userId)
    .where('password_given_by', 'is not', null)
    .execute();
  await endPasswordHandovers(tx, userId);
  await waiveLink(tx, userId);
}

/** A password that somebody else has given opens nothing any more. */
export async function forgetGivenPassword(tx: WriteTx, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: null, password_mailed_at: null })
    .where('id', '=', userId)
    .where('password_given_by', 'is not', null)
    .execute();
}

export async function waiveLink(tx: WriteTx, userId: number): Promise<void> {
  await updatePerson(tx, userId, { link_due_since: null, password_given_by: null });
}

/**
 * Restarts the time in which these people must choose a first password, which voids earlier links; returns
 * for each person when that time began before. Their password stays.
 */
export async function restartFirstPasswords(tx: WriteTx, userIds: readonly number[], now: Date) {
  const { rows } = await sql<{ id: number; before: Date }>`
    update users u set must_choose_password_since = ${now}::timestamptz
    from users former
    where u.id = any(${userIds}::bigint[]) and former.id = u.id and former.must_choose_password_since is not null
    returning u.id, former.must_choose_password_since as before`.execute(tx);
  return rows;
}
