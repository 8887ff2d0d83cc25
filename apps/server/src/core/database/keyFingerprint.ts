import type { Keys } from '../crypto/keys.ts';
import type { Database } from './database.ts';
import { DatabaseRefusal } from './operator.ts';

/**
 * Server processes that share a database must share the key: tokens and links of one process would be invalid
 * for the others.
 * @throws DatabaseRefusal when this database was first used with another key.
 */
export async function requireSameKey(database: Database, keys: Keys): Promise<void> {
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
  throw new DatabaseRefusal(
    'This database is used with another secret key. Give every server process the same SECRET_KEY, or the same secret.key in DATA_DIR.',
  );
}
