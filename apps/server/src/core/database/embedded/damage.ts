import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../runtime/config.ts';
import { findForbidden } from '../../runtime/fileAccess.ts';
import { operatorText } from '../../runtime/operatorText.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { describeFull, hasSpace } from '../diskSpace.ts';
import { describeRestore, newestBackupFile } from '../newestBackup.ts';
import { DatabaseRefusal } from '../operator.ts';
import { refuseServer } from '../postgres/postgresUrl.ts';

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
  if (missing[0]) return operatorText('partMissing', { name: missing[0] });
  const name = 'global/pg_control';
  if (sizeOf(name) !== controlBytes) return operatorText('partCut', { name });
  if (!isControl(readFileSync(join(directory, name)))) return operatorText('partDamaged', { name });
  const segments = readdirSync(join(directory, 'pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name));
  if (segments.length === 0) return operatorText('logMissing');
  const cut = segments.find((name) => sizeOf(`pg_wal/${name}`) !== segmentBytes);
  return cut ? operatorText('logCut', { name: cut }) : findLostOutcomes(directory);
}

/**
 * The part of pg_xact that is missing or has become zeros. Recovery takes a lost part for transactions that never committed, so
 * that their rows would vanish silently.
 */
function findLostOutcomes(directory: string): string | null {
  const control = readFileSync(join(directory, 'global/pg_control'));
  const pageOf = (at: number) => Math.floor(control.readUInt32LE(at) / transactionsOfPage);
  const last = pageOf(nextTransactionAt);
  for (let page = pageOf(oldestTransactionAt); page <= last; page++) {
    const number = Math.floor(page / pagesOfSegment);
    const name = `pg_xact/${number.toString(16).toUpperCase().padStart(4, '0')}`;
    const at = (page % pagesOfSegment) * pageBytes;
    const bytes = existsSync(join(directory, name)) ? readFileSync(join(directory, name)) : null;
    // Nothing need be known yet of the last page, but where it is the first of all.
    const isNeeded = page < last || page === 0;
    if (isNeeded && bytes === null) return operatorText('partMissing', { name });
    if (isNeeded && !bytes?.subarray(at, at + pageBytes).some((byte) => byte !== 0))
      return operatorText('partDamaged', { name });
  }
  return null;
}

const pageBytes = 8192;
/** Two bits each; 32 pages are a file. */
const transactionsOfPage = pageBytes * 4;
const pagesOfSegment = 32;
/** nextXid and oldestXid of the newest checkpoint in ControlFileData. */
const nextTransactionAt = 64;
const oldestTransactionAt = 84;

/** ControlFileData of PostgreSQL (`catalog/pg_control.h`): its version at byte 8, the state of the database at byte 16. */
function isControl(bytes: Buffer): boolean {
  const version = bytes.readUInt32LE(8);
  return version > 0 && version < 10_000 && bytes.readUInt32LE(16) <= lastState;
}

/** DB_IN_PRODUCTION */
const lastState = 6;

/** The way on where the embedded database in `dataDir` is damaged. */
export function describeRepair(dataDir: string): string {
  return operatorText('repairEmbedded', {
    database: join(dataDir, 'database'),
    restore: describeRestore(dataDir),
  });
}

export function describeDamage(dataDir: string, damage: string): string {
  const [kept, repair] = [operatorText('nothingDeleted'), describeRepair(dataDir)];
  return operatorText('embeddedDamaged', { folder: dataDir, reason: damage, kept, repair });
}

/** data_corrupted, index_corrupted, io_error, undefined_file */
const damageCodes = ['XX001', 'XX002', '58030', '58P01'];

/** insufficient_privilege of a file, and the codes of Node */
const deniedCodes = ['42501', 'EACCES', 'EPERM'];

/** The lock of the data folder is SQLite's. */
const SQLITE_FULL = 13;

/** A refusal with the way on for an error that comes of a full disk or, of the embedded database, a file that is damaged or forbidden; else the error. */
export function refuseDamage(
  error: Error,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Error {
  if (databaseUrl !== null) return refuseServer(databaseUrl, error);
  const isFull = error instanceof DatabaseUnavailable && error.kind === 'full';
  const { code = '', errcode } = error as { code?: string; errcode?: number };
  // A backup may be written to another disk.
  if (isFull || errcode === SQLITE_FULL || (code === 'ENOSPC' && !hasSpace(dataDir)))
    return new DatabaseRefusal(describeFull(dataDir));
  const forbidden = deniedCodes.includes(code) ? findForbidden([join(dataDir, 'database')]) : null;
  if (forbidden !== null) return new DatabaseRefusal(forbidden);
  if (!damageCodes.includes(code)) return error;
  const [, block = '', path] =
    /^invalid page in block (\d+) of relation "?([\w/]+)/.exec(error.message) ?? [];
  const reason = path ? operatorText('pageDamaged', { block, path }) : error.message;
  return new DatabaseRefusal(describeDamage(dataDir, reason));
}

/** Files and folders beside a database that are made after it. */
const remains = ['secret.key', newestBackupFile, 'outbox'];

/** Why no new database may be made in `dataDir`: one was there. Null where there is a database, or never was one. */
export function findLoss(dataDir: string): string | null {
  const directory = join(dataDir, 'database');
  const left = remains.filter((name) => existsSync(join(dataDir, name)));
  if (existsSync(directory) && readdirSync(directory).length > 0) return null;
  const aside = `${directory}.moved`;
  if (existsSync(aside)) return operatorText('embeddedMoved', { aside, database: directory });
  if (left.length === 0) return null;
  return operatorText('embeddedGone', {
    folder: dataDir,
    database: directory,
    left: left.join(', '),
    restore: describeRestore(dataDir),
  });
}

/** Keeps the embedded database whose rows a server has got under another name, where no command writes to it by mistake. Returns its path. */
export function setEmbeddedAside(dataDir: string): string | null {
  const directory = join(dataDir, 'database');
  if (!existsSync(directory)) return null;
  const aside = `${directory}.moved`;
  if (existsSync(aside)) renameSync(aside, `${aside}-${Math.round(statSync(aside).mtimeMs)}`);
  renameSync(directory, aside);
  return aside;
}
