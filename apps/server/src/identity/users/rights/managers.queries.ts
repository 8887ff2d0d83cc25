import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { firstAddress } from '../../../core/runtime/settingValues.ts';
import type { Reader } from '../../../mail/outbox/outbox.service.ts';

/** `mayManage` of userRights.ts in SQL: whether `by` may change the whole account of `person`, another account. */
export function manages(by: RawBuilder<number>, person: RawBuilder<number>): RawBuilder<boolean> {
  const administers = sql`k.user_id = ${by} and k.role = 'admin' and k.system_id = r.system_id`;
  return sql<boolean>`(${by} <> ${person} and (
    exists (select from user_roles k where k.user_id = ${by} and k.role = 'superAdmin')
    or exists (select from user_roles r join user_roles k on ${administers} where r.user_id = ${person})
      and not exists (select from user_roles r where r.user_id = ${person} and (r.stated is null or r.role <> 'student')
        and not exists (select from user_roles k where ${administers}))))`;
}

/**
 * Active people who may change the whole account of each: administrators of all its systems first. The address of a first
 * start reaches nobody, so that its account is told only where there is nobody else.
 */
export async function selectManagers(db: ReadDb, userIds: readonly number[]) {
  const { rows } = await sql<Reader & { id: number; userId: number; isSuperAdmin: boolean }>`
    select p.id as "userId", a.id, a.first_name as "firstName", a.last_name as "lastName", a.email, a.language,
           exists (select from user_roles s where s.user_id = a.id and s.role = 'superAdmin') as "isSuperAdmin"
    from users a join unnest(${userIds}::bigint[]) as p (id) on ${manages(sql`a.id`, sql`p.id`)}
    where a.id in (select user_id from user_roles where role in ('admin', 'superAdmin'))
      and a.deactivated_at is null and a.locked_at is null
    order by "isSuperAdmin", a.sort_name, a.id`.execute(db);
  const reached = rows.filter(({ email }) => email !== firstAddress);
  return rows.filter(
    (row) => row.email !== firstAddress || !reached.some(({ userId }) => userId === row.userId),
  );
}

/** The active administrators of these systems, by system and name. */
export function selectAdministrators(db: ReadDb, systemIds: readonly number[]) {
  return db
    .selectFrom('user_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.system_id as systemId',
      'u.id',
      'u.language',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
    ])
    .where('r.role', '=', 'admin')
    .where(sql<boolean>`r.system_id = any(${systemIds}::integer[])`)
    .where((eb) => eb.and({ 'u.deactivated_at': null, 'u.locked_at': null }))
    .orderBy('r.system_id')
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
}
