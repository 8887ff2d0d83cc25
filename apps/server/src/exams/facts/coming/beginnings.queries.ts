import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';

/** Whether a system has had people in an exam, and in one that has passed. */
export interface Beginning {
  readonly hasPeople: boolean;
  readonly hasPassed: boolean;
}

/** The beginnings of these systems, by system; one with neither people nor a past is left out. */
export async function selectBeginnings(
  db: ReadDb,
  systemIds: TenantScope,
  today: string,
): Promise<ReadonlyMap<number, Beginning>> {
  const isOfScope = systemIds === 'all' ? sql`true` : sql`c.system_id = any(${systemIds}::integer[])`;
  const { rows } = await sql<Beginning & { systemId: number }>`
    select c.system_id as "systemId", true as "hasPeople", bool_or(c.exam_date < ${today}::date) as "hasPassed"
    from exams c
    where ${isOfScope} and (select true from enrolments where exam_id = c.id limit 1)
    group by c.system_id`.execute(db);
  return new Map(rows.map(({ systemId, ...beginning }) => [systemId, beginning]));
}
