import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../runtime/config.ts';
import { describeRestore, newestBackupFile } from '../newestBackup.ts';
import { DatabaseRefusal } from '../operator.ts';

/** Files and folders that initdb makes, and PostgreSQL neither starts nor recovers without. */
const needed = [
  'PG_VERSION',
  'base',
  'global',
  'global/pg_control',
  'pg_logical',
  'pg_multixact',
  'pg_subtrans',
  'pg_wal',
  'pg_xact',
];

const controlBytes = 8192;
const segmentBytes = 16 * 1024 * 1024;

/**
 * The part that is missing or cut off in the directory of a database, found without opening it, since opening could change
 * the files; null for a whole one, and before there is a database.
 */
export function findDamage(directory: string): string | null {
  const sizeOf = (name: string) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? null;
  const missing = needed.filter((name) => sizeOf(name) === null);
  if (missing.length === needed.length) return null;
  if (missing[0]) return `${missing[0]} is missing`;
  if (sizeOf('global/pg_control') !== controlBytes) return 'global/pg_control is cut off';
  if (!isControl(readFileSync(join(directory, 'global/pg_control')))) return 'global/pg_control is damaged';
  const segments = readdirSync(join(directory, 'pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name));
  if (segments.length === 0) return 'its log in pg_wal is missing';
  const cut = segments.find((name) => sizeOf(`pg_wal/${name}`) !== segmentBytes);
  return cut ? `its log pg_wal/${cut} is cut off` : null;
}

/** ControlFileData of PostgreSQL (`catalog/pg_control.h`): its version at byte 8, the state of the database at byte 16. */
function isControl(bytes: Buffer): boolean {
  const version = bytes.readUInt32LE(8);
  return version > 0 && version < 10_000 && bytes.readUInt32LE(16) <= lastState;
}

/** DB_IN_PRODUCTION */
const lastState = 6;

/** The way on where the embedded database in `dataDir` is damaged. */
export function describeRepair(dataDir: string): string {
  return `Put ${join(dataDir, 'database')} back from a copy, or move it away and ${describeRestore(dataDir)}`;
}

export function describeDamage(dataDir: string, damage: string): string {
  return `The embedded database in ${dataDir} is damaged: ${damage}. Nothing was deleted. ${describeRepair(dataDir)}`;
}

/** data_corrupted, index_corrupted, io_error, undefined_file */
const damageCodes = ['XX001', 'XX002', '58030', '58P01'];

/** A refusal with the way on for an error of the embedded database that comes of a damaged file; else the error. */
export function refuseDamage(
  error: Error,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Error {
  const isDamage = databaseUrl === null && damageCodes.includes((error as { code?: string }).code ?? '');
  return isDamage ? new DatabaseRefusal(describeDamage(dataDir, error.message)) : error;
}

/** Files and folders beside a database that are made after it. */
const remains = ['secret.key', newestBackupFile, 'outbox'];

/** Why no new database may be made in `dataDir`: one was there. Null where there is a database, or never was one. */
export function findLoss(dataDir: string): string | null {
  const directory = join(dataDir, 'database');
  const left = remains.filter((name) => existsSync(join(dataDir, name)));
  if (left.length === 0 || (existsSync(directory) && readdirSync(directory).length > 0)) return null;
  return (
    `The embedded database in ${dataDir} is gone: ${directory} is missing or empty, but ${left.join(', ')} of its portal ` +
    `${left.length === 1 ? 'is' : 'are'} there. Nothing was changed. Put ${directory} back from a copy, or ${describeRestore(dataDir)}. ` +
    'If the portal used a PostgreSQL server, set DATABASE_URL. For a new, empty portal name another DATA_DIR, or move this folder away'
  );
}
