import type { ListValues } from '@guichet/contract/core/listValues';
import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { OfExam } from '../../facts/facts.service.ts';

export async function selectKeptColumns(db: ReadDb, { systemId, examId }: OfExam): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(list_values) as name from enrolments
    where system_id = ${systemId}::integer and exam_id = ${examId}::bigint and list_values is not null
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

export async function lockListValues(tx: WriteTx, { systemId, examId }: OfExam, userId: number) {
  const { rows } = await sql<{ name: string; listValues: ListValues | null }>`
    select trim(concat(u.first_name, ' ', u.last_name)) as name, e.list_values as "listValues"
    from enrolments e join users u on u.id = e.user_id
    where e.system_id = ${systemId}::integer and e.exam_id = ${examId}::bigint and e.user_id = ${userId}::bigint
    for update of e`.execute(tx);
  return rows[0];
}

/** The new values of a candidate, by column; null takes the value away. */
export interface ChangedValues {
  readonly userId: number;
  readonly values: Readonly<Record<string, string | null>>;
}

/** Writes values beside those of other columns. `correctedAt`: when somebody corrected them by hand, which an undo respects. */
export async function updateListValues(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  people: readonly ChangedValues[],
  correctedAt: Date | null,
): Promise<void> {
  await sql`
    update enrolments e
    set list_values = nullif(jsonb_strip_nulls(coalesce(e.list_values, '{}') || c.values), '{}'),
        list_values_corrected_at = coalesce(${correctedAt}::timestamptz, e.list_values_corrected_at)
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as c ("userId" bigint, values jsonb)
    where e.system_id = ${systemId}::integer and e.exam_id = ${examId}::bigint and e.user_id = c."userId"`.execute(
    tx,
  );
}
