import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/core/database/database.ts';
import { options } from './options.ts';

/** Deletes the write-ahead log of the running embedded database, which must end the process. */
const database = await openDatabase(options);
rmSync(join(options.dataDir, 'database', 'pg_wal'), { recursive: true });
await sql`create table filled as select repeat(md5(g::text), 100) from generate_series(1, 100000) g`.execute(
  database.read,
);
