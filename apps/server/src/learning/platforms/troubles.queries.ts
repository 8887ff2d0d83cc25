import { sql } from 'kysely';
import type { ReadDb } from '../../platform/database/database.ts';
import type { TenantScope } from '../../platform/database/rowSecurity/rowSecurity.ts';

/** Whether one of these systems uses a platform; null: that of the environment. */
export async function isUsed(
  db: ReadDb,
  platformId: number | null,
  systemIds: TenantScope,
): Promise<boolean> {
  const { rows } = await sql`
    select from systems where platform_id is not distinct from ${platformId}::integer and ${ofScope(sql`id`, systemIds)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** What waits for a platform in these systems: courses, enrolments and extra time. */
export async function countWaiting(
  db: ReadDb,
  platformId: number | null,
  systemIds: TenantScope,
): Promise<number> {
  const isOpen = sql`state in ('pending', 'waiting')`;
  const onPlatform = sql`(system_id, course_id) in (
    select system_id, course_id from platform_courses where platform_id is not distinct from ${platformId}::integer)`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select system_id from platform_courses where ${isOpen} and platform_id is not distinct from ${platformId}::integer
      union all select system_id from platform_enrolments where ${isOpen} and ${onPlatform}
      union all select system_id from platform_extra_times where ${isOpen} and ${onPlatform}
    ) w where ${ofScope(sql`w.system_id`, systemIds)}`.execute(db);
  return rows[0]?.n ?? 0;
}

function ofScope(column: ReturnType<typeof sql>, systemIds: TenantScope) {
  return systemIds === 'all' ? sql`true` : sql`${column} = any(${systemIds}::integer[])`;
}
