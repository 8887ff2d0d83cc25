import { sql } from 'kysely';
import type { WriteTx } from './database.ts';
import type { Schema } from './schema/schema.ts';

interface Overdue {
  readonly table: keyof Schema;
  readonly key: string;
  /** SQL: the moment when a row expires; and a condition that limits the rows. */
  readonly at: string;
  readonly where?: string;
}

/** Makes a function that deletes at most `limit` rows that expired before `before`, and returns how many. */
export function deleteOverdue({ table, key, at, where = 'true' }: Overdue) {
  const [rows, id, moment, condition] = [table, key, at, where].map((part) => sql.raw(part));
  return async (tx: WriteTx, before: Date, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from ${rows} where ${id} = any(array(
        select ${id} from ${rows} where ${condition} and ${moment} < ${before}::timestamptz
        order by ${moment} limit ${limit} for update skip locked))`.execute(tx);
    return Number(numAffectedRows ?? 0);
  };
}
