import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
  const segments = readdirSync(join(directory, 'pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name));
  if (segments.length === 0) return 'its log in pg_wal is missing';
  const cut = segments.find((name) => sizeOf(`pg_wal/${name}`) !== segmentBytes);
  return cut ? `its log pg_wal/${cut} is cut off` : null;
}
