import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import type { OfExam } from '../../facts/facts.service.ts';

export interface ExtraTimeChange {
  readonly userId: number;
  readonly change: 'given' | 'changed' | 'removed';
}

export interface ChangeOf extends OfExam {
  readonly now: Date;
  /** `userId` is null for an operator. */
  readonly author: { readonly userId: number | null; readonly fullName: string };
}

export async function insertChanges(
  tx: WriteTx,
  { systemId, examId, now, author }: ChangeOf,
  changes: readonly ExtraTimeChange[],
): Promise<void> {
  await sql`
    insert into extra_time_changes (system_id, exam_id, user_id, change, changed_at, changed_by, changed_by_name)
    select ${systemId}::integer, ${examId}::bigint, c."userId", c.change, ${now}::timestamptz,
           ${author.userId}::bigint, ${author.fullName}::text
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c ("userId" bigint, change text)`.execute(
    tx,
  );
}

/** The changes of a person's extra time in the exams of some systems, newest first. */
export function selectExtraTimeChanges(
  db: ReadDb,
  { userId, systemIds }: { readonly userId: number; readonly systemIds: TenantScope },
  limit: number,
) {
  return db
    .selectFrom('extra_time_changes as x')
    .innerJoin('exams as c', 'c.id', 'x.exam_id')
    .select(['x.system_id as systemId', 'x.change', 'x.changed_at as at', 'x.changed_by as actorId'])
    .select(['x.changed_by_name as actor', 'c.title', 'c.title_en as titleEn'])
    .where('x.user_id', '=', userId)
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`x.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .orderBy('x.id', 'desc')
    .limit(limit)
    .execute();
}
