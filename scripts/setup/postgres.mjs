import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const neededMajor = 15;
const suffix = process.platform === 'win32' ? '.exe' : '';

/** The folder of the newest PostgreSQL binaries, with which tests start a server. */
export function findPostgres() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...versionsUnder('/usr/lib/postgresql'),
    ...versionsUnder('/opt/homebrew/opt'),
    ...versionsUnder('/usr/local/opt'),
    ...versionsUnder('/Applications/Postgres.app/Contents/Versions'),
    ...versionsUnder('C:/Program Files/PostgreSQL'),
  ];
  return folders.find((folder) => hasPrograms(folder) && majorOf(folder) >= neededMajor) ?? null;
}

/** @param {string} place */
function versionsUnder(place) {
  if (!existsSync(place)) return [];
  const folders = readdirSync(place).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return folders.map((folder) => join(place, folder, 'bin'));
}

/** @param {string} folder */
function hasPrograms(folder) {
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name + suffix)));
}

/** @param {string} folder */
function majorOf(folder) {
  const { stdout } = spawnSync(join(folder, `postgres${suffix}`), ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0);
}
