import type { ReadDb } from '../../../core/database/database.ts';
import { isKnownTo } from '../guests/guests.queries.ts';
import type { TenantScope } from '../rights/userRights.ts';
import { isSeenFrom } from './userSearch.queries.ts';

export async function selectProfessions(db: ReadDb, tenantScope: TenantScope, today: string) {
  const rows = await db
    .selectFrom('users as u')
    .distinctOn('u.profession_key')
    .select('u.profession')
    .where(isSeenFrom(tenantScope))
    .where(isKnownTo(tenantScope, today))
    .where('u.profession_key', 'is not', null)
    .orderBy('u.profession_key')
    .orderBy('u.profession')
    .execute();
  return rows.map(({ profession }) => profession ?? '');
}
