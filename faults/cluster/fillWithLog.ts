import { runOn } from '../../apps/server/test/database/postgresDatabases.ts';
import type { DatabaseNode } from './databaseNode.ts';

/** Segments of the write-ahead log of 16 MB each: more than a replica keeps to use again. */
const segments = 12;

/** Writes and ends so many segments of the log, for each of which a replica needs room. */
export async function fillWithLog({ address }: DatabaseNode): Promise<void> {
  const url = `postgres://postgres@${address}/postgres`;
  for (let n = 0; n < segments; n++)
    await runOn(
      url,
      `set synchronous_commit to local; select pg_logical_emit_message(false, 'faults', 'segment'), pg_switch_wal()`,
    );
}
