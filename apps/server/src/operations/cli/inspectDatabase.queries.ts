import { sql } from 'kysely';
import type { Database } from '../../core/database/database.ts';
import { hasFullDisk } from '../../core/database/fullDisk.ts';
import { findFingerprint } from '../../core/database/keyFingerprint.ts';
import { baseline } from '../../core/database/migration/baseline.ts';
import { listMigrations } from '../../core/database/migration/migrate.ts';
import { findRlsRemedy } from '../../core/database/rowSecurity/applyPolicies.ts';
import { findHold } from '../../core/queue/queue.service.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { countWaiting, findRefused } from '../../mail/outbox/outbox.service.ts';

/** The state of the database as shown to an operator. */
export interface Inspection {
  /** Such as `17.2`. */
  readonly version: string;
  readonly bytes: number;
  /** The migrations of this program that the database lacks. */
  readonly missing: readonly string[];
  /** The database's own time, ISO 8601. */
  readonly now: string;
  /** The damage in the files of the embedded database, in words; null for whole files. */
  readonly damage: string | null;
  /** Whether the database is used with this key; null before its first use. */
  readonly isSameKey: boolean | null;
  /** When the restored backup was made, ISO 8601, while outgoing work is held; else null. */
  readonly heldBackup: string | null;
  /** The statement that turns row-level security on where it is off. */
  readonly rlsRemedy: string | null;
  /** Mails that are refused because of the portal, and the newest stored failure; null for none. */
  readonly refused: { readonly mails: number; readonly lastError: string | null } | null;
  /** Mails that have not left yet. */
  readonly waiting: number;
  readonly isDiskFull: boolean;
}

/** The same with every block read. `isAtRest`: no portal runs on the database. */
export async function inspectThoroughly(
  database: Database,
  migrations: readonly string[],
  fingerprint: Buffer,
  isAtRest: boolean,
  clock: Clock,
): Promise<Inspection> {
  // First, as the time of the database is compared with that of the machine.
  const damagedBlock = await database.findDamagedBlock(isAtRest);
  const found = await inspectDatabase(database, migrations, fingerprint);
  const isWhole = found.missing.length === 0 && found.damage === null;
  const { mails, lastError } = isWhole ? await findRefused({ database, clock }) : noRefusals;
  const refused = mails > 0 ? { mails, lastError } : null;
  const waiting = isWhole ? await countWaiting(database.read) : 0;
  return {
    ...found,
    damage: found.damage ?? damagedBlock,
    refused,
    waiting,
    isDiskFull: await hasFullDisk(database),
  };
}

const noRefusals = { mails: 0, lastError: null };

export async function inspectDatabase(
  database: Database,
  migrations: readonly string[],
  fingerprint: Buffer,
): Promise<Omit<Inspection, 'refused' | 'waiting' | 'isDiskFull'>> {
  return database.snapshot(async (db) => {
    const { rows } = await sql<{ version: string; bytes: number; now: Date }>`
      select current_setting('server_version') as version, clock_timestamp() as now,
             pg_database_size(current_database()) as bytes`.execute(db);
    const about = rows[0] ?? { version: '', bytes: 0, now: new Date(0) };
    const done = await listMigrations(db);
    const missing = migrations.filter((name) => !done.includes(name));
    const known = await findFingerprint(db);
    const isSameKey = known ? known.equals(fingerprint) : null;
    const hold = done.includes(baseline) ? await findHold(db) : undefined;
    const heldBackup = hold?.backupMadeAt.toISOString() ?? null;
    const { version, bytes } = about;
    const damage = await database.findCutFile(db);
    const rlsRemedy = missing.length === 0 ? await findRlsRemedy(db) : null;
    return {
      version,
      bytes,
      missing,
      now: about.now.toISOString(),
      damage,
      isSameKey,
      heldBackup,
      rlsRemedy,
    };
  });
}
