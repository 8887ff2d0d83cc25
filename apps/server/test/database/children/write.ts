import { sql } from 'kysely';
import { openDatabase } from '../../../src/core/database/database.ts';
import { options } from './options.ts';

/** Writes numbered pairs of rows in a loop and prints each number once its commit has been acknowledged. */
const database = await openDatabase(options);
const { rows } = await sql<{ last: number }>`select coalesce(max(n), 0) as last from written`.execute(
  database.read,
);
for (let n = (rows[0]?.last ?? 0) + 1; ; n += 1) {
  await database.transact(async (tx) => {
    await sql`insert into written values (${n}, 1, ${'x'.repeat(n % 2000)})`.execute(tx);
    await sql`insert into written values (${n}, 2, '')`.execute(tx);
  });
  console.log(`wrote ${n}`);
}
