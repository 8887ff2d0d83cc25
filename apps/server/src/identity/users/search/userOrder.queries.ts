import type { SortField } from '@guichet/contract/identity/users.search';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isKnownTo } from '../guests/guests.queries.ts';
import type { TenantScope } from '../rights/userRights.ts';

export const isSuperAdmin = `exists (select from user_roles s where s.user_id = u.id and s.role = 'superAdmin')`;
/** The last visit of a super admin is shown to super admins only. */
export const visitTold = `case when ${isSuperAdmin} then null else u.last_visit_at end`;

/** Whether an enrolment `e` is in these systems. */
export function isOfSystems(tenantScope: TenantScope): Expression<SqlBool> {
  return tenantScope === 'all' ? sql`true` : sql`e.system_id = any(${tenantScope}::integer[])`;
}

/** Since when these systems have a person. The account of a guest may be older, which they must not learn. */
export function joinedAt(tenantScope: TenantScope, today: string): RawBuilder<Date> {
  if (tenantScope === 'all') return sql`u.created_at`;
  return sql`case when ${isKnownTo(tenantScope, today)} then u.created_at
    else (select min(g.granted_at) from user_roles g
          where g.user_id = u.id and g.system_id = any(${tenantScope}::integer[])) end`;
}

/** The key by which people are sorted. The place in the order must tell nothing of a guest either. */
export function sortKey(tenantScope: TenantScope, field: SortField, today: string): Expression<unknown> {
  const ifKnown = (value: string) =>
    tenantScope === 'all'
      ? sql.raw(value)
      : sql`case when ${isKnownTo(tenantScope, today)} then ${sql.raw(value)} end`;
  switch (field) {
    case 'fullName':
    case 'name':
      return sql`u.full_name_key`;
    case 'isActive':
      return sql`(u.deactivated_at is null)`;
    case 'subscriptionDate':
      return joinedAt(tenantScope, today);
    case 'lastVisitDate':
      return ifKnown(tenantScope === 'all' ? 'u.last_visit_at' : visitTold);
    case 'profession':
      return ifKnown('u.profession_key');
    case 'attestation':
      return sql`(select count(e.attested_at) from enrolments e where e.user_id = u.id and ${isOfSystems(tenantScope)})`;
    case 'numberOfWorkshops':
      return sql`(select count(*) from enrolments e where e.user_id = u.id and ${isOfSystems(tenantScope)})`;
  }
}
