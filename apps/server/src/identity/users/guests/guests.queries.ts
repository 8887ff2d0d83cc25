import { type RawBuilder, sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';
import type { Reader } from '../../../mail/outbox/outbox.service.ts';
import type { TenantScope } from '../rights/userRights.ts';

/** The values that a system's own list or form stated of a person, by the columns of `users`. */
export type Stated = Readonly<Record<string, string | null>>;

/**
 * The values that the systems of the scope stated of the person `u`, their guest: enrolled there although other systems had
 * the account, and not yet in an exam there. Whoever was ticked as absent was not in it. On its own day an exam counts only with an attestation and an earlier
 * enrolment: else an exam made today would open the account at once. Null: the person is no guest, and the systems see the
 * whole account.
 */
export function statedValues(tenantScope: TenantScope, today: string, u = 'u'): RawBuilder<Stated | null> {
  if (tenantScope === 'all') return sql<null>`null::jsonb`;
  const person = sql.ref(`${u}.id`);
  const isHere = (role: string) =>
    sql`${sql.ref(`${role}.user_id`)} = ${person} and ${sql.ref(`${role}.system_id`)} = any(${tenantScope}::integer[])`;
  return sql<Stated | null>`case
    when not exists (select from user_roles g where ${isHere('g')} and g.stated is not null) then null
    when exists (select from user_roles k where ${isHere('k')} and k.stated is null) then null
    when not exists (select from user_roles o where o.user_id = ${person} and o.stated is null) then null
    when exists (
      select from enrolments e join exams c on c.id = e.exam_id and c.system_id = e.system_id
      where e.user_id = ${person} and e.system_id = any(${tenantScope}::integer[]) and c.deactivated_at is null
        and e.enrolled_at::date <= c.exam_date and e.presence is distinct from 'absent'
        and (not ${endsFrom('c', today)}
             or e.attested_at is not null and c.exam_date = ${today}::date and e.enrolled_at::date < c.exam_date)) then null
    else (select g.stated from user_roles g where ${isHere('g')} and g.stated is not null order by g.system_id limit 1)
  end`;
}

/** Whether these systems see the whole account of `u`. */
export function isKnownTo(tenantScope: TenantScope, today: string, u = 'u'): RawBuilder<boolean> {
  return tenantScope === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(${statedValues(tenantScope, today, u)}) is null`;
}

/** The guests among these people, by id, each with what these systems have said of them. */
export async function selectGuests(
  db: ReadDb,
  userIds: readonly number[],
  { tenantScope, today }: { readonly tenantScope: TenantScope; readonly today: string },
): Promise<ReadonlyMap<number, Stated>> {
  if (tenantScope === 'all' || userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; stated: Stated }>`
    select * from (select u.id, ${statedValues(tenantScope, today)} as stated from users u
                   where u.id = any(${userIds}::bigint[])) g
    where stated is not null`.execute(db);
  return new Map(rows.map(({ id, stated }) => [id, stated]));
}

/**
 * Whether a person is a guest of the systems of the scope. They may then give the person no role of staff, which would bar all other
 * administrators from the account.
 */
export async function isGuestIn(db: ReadDb, userId: number, reader: Parameters<typeof selectGuests>[2]) {
  return (await selectGuests(db, [userId], reader)).has(userId);
}

/** Whether systems other than this one, and other than those of `tenantScope`, already have the account of a person. */
export function isOfOthers(userId: RawBuilder<number>, systemId: number, tenantScope: TenantScope) {
  if (tenantScope === 'all') return sql<boolean>`false`;
  return sql<boolean>`(
    not exists (select from user_roles h where h.user_id = ${userId} and h.system_id = ${systemId}::integer and h.stated is null)
    and exists (select from user_roles o where o.user_id = ${userId} and o.stated is null
                and (o.system_id is null or o.system_id <> all(${tenantScope}::integer[]))))`;
}

/** Gives a person the student role of a system unless they hold it; as a guest where other systems had the account. */
export async function insertStudent(
  tx: WriteTx,
  of: {
    readonly userId: number;
    readonly systemId: number;
    readonly tenantScope: TenantScope;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, systemId, tenantScope, now } = of;
  await sql`
    insert into user_roles (user_id, system_id, role, granted_at, stated)
    values (${userId}::bigint, ${systemId}::integer, 'student', ${now}::timestamptz,
            case when ${isOfOthers(sql`${userId}::bigint`, systemId, tenantScope)} then '{}'::jsonb end)
    on conflict do nothing`.execute(tx);
}

/** Changes what the systems of the scope state of a person, their guest. */
export async function updateStated(
  tx: WriteTx,
  userId: number,
  tenantScope: readonly number[],
  stated: Stated,
): Promise<void> {
  await sql`
    update user_roles set stated = jsonb_strip_nulls(stated || ${JSON.stringify(stated)}::jsonb)
    where user_id = ${userId}::bigint and system_id = any(${tenantScope}::integer[]) and stated is not null`.execute(
    tx,
  );
}

export interface Recipient extends Reader {
  readonly id: number;
}

/** A person in a system that enrolled them as a guest. */
export interface Guest extends Recipient {
  readonly systemId: number;
  readonly isActive: boolean;
  /** Whether a mail about an exam of that system goes to the guest anyway. */
  readonly isInvited: boolean;
}

/** Marks the guests about whom nobody has been told yet as told, the earliest first; returns them. */
export async function takeUntold(tx: WriteTx, most: number, now: Date): Promise<Guest[]> {
  const { rows } = await sql<Guest>`
    with untold as materialized (
      select user_id, system_id, role from user_roles
      where stated is not null and told_at is null order by granted_at limit ${most} for update skip locked
    ), told as (
      update user_roles r set told_at = ${now}::timestamptz from untold t
      where r.user_id = t.user_id and r.system_id = t.system_id and r.role = t.role
      returning r.user_id, r.system_id
    )
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.language, t.system_id as "systemId",
           u.deactivated_at is null and u.locked_at is null as "isActive",
           exists (select from outgoing_mails o where o.user_id = u.id and o.system_id = t.system_id
                   and o.state not in ('cancelled', 'failed')) as "isInvited"
    from told t join users u on u.id = t.user_id order by u.sort_name, u.id, t.system_id`.execute(tx);
  return rows;
}

/** The active administrators who know these people, a row for each person, with the systems that they administer. */
export async function selectAdministrators(tx: WriteTx, userIds: readonly number[]) {
  const { rows } = await sql<Recipient & { guestId: number; systemIds: readonly number[] }>`
    select distinct a.id, a.first_name as "firstName", a.last_name as "lastName", a.email, a.language, k.user_id as "guestId",
           (select array_agg(o.system_id) from user_roles o where o.user_id = a.id and o.role = 'admin') as "systemIds"
    from user_roles k
         join user_roles r on r.system_id = k.system_id and r.role = 'admin' and r.user_id <> k.user_id
         join users a on a.id = r.user_id and a.deactivated_at is null and a.locked_at is null
    where k.user_id = any(${userIds}::bigint[]) and k.stated is null`.execute(tx);
  return rows;
}
