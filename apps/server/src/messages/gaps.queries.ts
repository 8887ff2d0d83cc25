import { sql } from 'kysely';
import type { ReadDb } from '../platform/database/database.ts';
import type { TenantScope } from '../platform/database/rowSecurity/rowSecurity.ts';

/** The invitations of these systems; a system without any has one row, whose language is null. */
export function selectTextsOfSystems(db: ReadDb, systemIds: TenantScope) {
  return db
    .selectFrom('systems as s')
    .leftJoin('messages as m', (join) =>
      join.onRef('m.system_id', '=', 's.id').on('m.kind', '=', 'invitation'),
    )
    .select(['s.id as systemId', 'm.language', 'm.subject', 'm.body', 'm.updated_at as savedAt'])
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`s.id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .orderBy('s.id')
    .execute();
}
