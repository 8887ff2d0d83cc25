import type { Role } from '@guichet/contract/core/access';
import { listedTexts } from '@guichet/contract/core/personTexts';
import { sql } from 'kysely';
import type { ReadDb } from '../../core/database/database.ts';
import { statedValues } from './guests/guests.queries.ts';
import { selectTexts } from './personTexts.ts';
import type { TenantScope } from './rights/userRights.ts';

/** The people with a role in a system, once each, by name. */
export function selectSystemUsers(
  db: ReadDb,
  systemId: number,
  of: { tenantScope: TenantScope; today: string },
) {
  return db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', (join) =>
      join.onRef('r.user_id', '=', 'u.id').on('r.system_id', '=', systemId),
    )
    .select([
      'u.id',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      ...selectTexts('u', listedTexts),
      'u.deactivated_at as deactivatedAt',
      sql<Role[]>`array_agg(r.role)`.as('roles'),
      statedValues(of.tenantScope, of.today).as('stated'),
    ])
    .groupBy('u.id')
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
}
