import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fingerprintKey, type Keys, nameKeySource, openKeys, replaceKeyFile } from '../crypto/keys.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import { operatorText } from '../runtime/operatorText.ts';
import { countServers } from './backup/clear.ts';
import { type Database, type ReadDb, serverName } from './database.ts';
import { describeRestore } from './newestBackup.ts';
import { DatabaseRefusal } from './operator.ts';

/**
 * The keys of this installation; a new key is made only for a database that has never been used with one.
 * @throws DatabaseRefusal when the key of the database is missing
 */
export async function loadKeys(
  database: Database,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  clock: Clock,
): Promise<Keys> {
  const missing = describeMissingKey(config);
  if (missing !== null && (await findFingerprint(database.read))) throw new DatabaseRefusal(missing);
  return openKeys(config, clock);
}

/** A way on where a used database has no key; null where there is a key. */
export function describeMissingKey({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): string | null {
  const path = join(dataDir, 'secret.key');
  if (secretKey !== null || existsSync(path)) return null;
  const emptyFolder = operatorText('emptyFolder');
  const restore = describeRestore(dataDir, `DATABASE_URL= DATA_DIR=${emptyFolder} `);
  return operatorText('keyGone', { path, restore, emptyFolder });
}

/** The fingerprint of the key with which the database is used; undefined before its first use. */
export async function findFingerprint(db: ReadDb): Promise<Buffer | undefined> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('key_fingerprints') is not null as "isThere"`.execute(db);
  if (!rows[0]?.isThere) return undefined;
  const found = await db
    .selectFrom('key_fingerprints')
    .select('fingerprint')
    .where('name', '=', 'master')
    .executeTakeFirst();
  return found?.fingerprint;
}

/**
 * Server processes that share a database must share the key: tokens and links of one process would be invalid
 * for the others.
 * @throws DatabaseRefusal when this database was first used with another key.
 */
export async function requireSameKey(
  database: Database,
  keys: Keys,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<void> {
  const fingerprint = await database.transact(async (tx) => {
    await tx
      .insertInto('key_fingerprints')
      .values({ name: 'master', fingerprint: keys.fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const known = await tx
      .selectFrom('key_fingerprints')
      .select('fingerprint')
      .where('name', '=', 'master')
      .executeTakeFirstOrThrow();
    return known.fingerprint;
  });
  if (fingerprint.equals(keys.fingerprint)) return;
  throw new DatabaseRefusal(operatorText('keyOther', { source: nameKeySource(config) }));
}

/**
 * Uses the database with another key from now on, as after a theft: a new `secret.key`, or SECRET_KEY as it is set now.
 * @throws DatabaseRefusal while a server runs, or when SECRET_KEY is still the former key
 */
export async function replaceKey(
  database: Database,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  clock: Clock,
): Promise<Keys> {
  const { secretKey, dataDir } = config;
  await database.transact(async (tx) => {
    if (database.kind === 'postgres' && (await countServers(tx, serverName)) > 0)
      throw new DatabaseRefusal(operatorText('serverConnected'));
    const isFormer = secretKey !== null && (await findFingerprint(tx))?.equals(fingerprintKey(secretKey));
    if (isFormer) throw new DatabaseRefusal(operatorText('keyStillFormer'));
    if (secretKey === null) replaceKeyFile(dataDir, clock);
    const { fingerprint } = openKeys(config, clock);
    await tx.updateTable('key_fingerprints').set({ fingerprint }).where('name', '=', 'master').execute();
  });
  return openKeys(config, clock);
}
