import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { sql } from 'kysely';
import type { ReadDb } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom } from '../../core/database/schema/examDays.ts';
import type { Clock } from '../../core/runtime/clock.ts';

/** Whether one of these systems uses a platform; null: the environment's. */
export async function isUsed(db: ReadDb, platformId: number | null, systemIds: TenantScope) {
  const { rows } = await sql`
    select from systems where platform_id is not distinct from ${platformId}::integer and ${ofScope(sql`id`, systemIds)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The number of waiting jobs for a platform in these systems: courses, enrolments and extra time. */
export async function countWaiting(db: ReadDb, platformId: number | null, systemIds: TenantScope) {
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

/** Refusals with the given codes for coming exams of the systems, by platform and code. */
export async function selectRefusals(
  db: ReadDb,
  codes: readonly string[],
  systemIds: TenantScope,
  { today }: Pick<Clock, 'today'>,
) {
  const { rows } = await sql<{
    platformId: number | null;
    since: Date;
    refused: number;
    reason: string | null;
    remark: Remark | null;
  }>`
    select c.platform_id as "platformId", min(f.at) as since, count(*)::integer as refused,
           (array_agg(f.last_error order by f.at))[1] as reason, (array_agg(f.last_remark order by f.at))[1] as remark
    from (
      select system_id, course_id, next_try_at as at, last_error, last_remark from platform_courses where state = 'failed'
      union all
      select system_id, course_id, next_try_at, last_error, last_remark from platform_enrolments where state = 'failed'
    ) f join platform_courses c on c.system_id = f.system_id and c.course_id = f.course_id
    where f.last_remark ->> 'code' = any(${codes}::text[]) and c.cancelled_at is null
      and ${endsFrom('c', today())} and ${ofScope(sql`f.system_id`, systemIds)}
    group by c.platform_id, f.last_remark ->> 'code'`.execute(db);
  return rows;
}

function ofScope(column: ReturnType<typeof sql>, systemIds: TenantScope) {
  return systemIds === 'all' ? sql`true` : sql`${column} = any(${systemIds}::integer[])`;
}
