import { sql } from 'kysely';
import type { Config } from '../runtime/config.ts';
import { logText } from '../runtime/operatorText.ts';
import { DatabaseUnavailable } from './connection/unavailable.ts';
import type { Database } from './database.ts';
import { describeFull } from './diskSpace.ts';
import { parsePostgresUrl } from './postgres/postgresUrl.ts';

/** For the log: which disk is full, and the way on. */
export function tellFullDisk(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  error: Error,
): string {
  if (databaseUrl === null) return describeFull(dataDir, logText);
  const { message } = (error.cause ?? error) as Error;
  const reason = logText('postgresRemedy.53100', { reason: message });
  return logText('postgresShut', { place: parsePostgresUrl(databaseUrl).logPlace, reason });
}

class Undone extends Error {}

/**
 * Whether the disk of the PostgreSQL server is full: by a table of 360 kB, which is rolled back. Any other refusal of the
 * write, as by a standby, says nothing of the disk. Of the embedded database the free space tells.
 */
export async function hasFullDisk({ kind, transact }: Pick<Database, 'kind' | 'transact'>): Promise<boolean> {
  if (kind === 'embedded') return false;
  try {
    await transact(async (tx) => {
      await sql`create table guichet_doctor as select generate_series(1, 10000) as n`.execute(tx);
      throw new Undone();
    });
  } catch (error) {
    return error instanceof DatabaseUnavailable && error.kind === 'full';
  }
  return false;
}
