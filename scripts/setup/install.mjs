import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Refusal, root, say } from './place.mjs';

/** Installs node_modules as in package-lock.json, unless they are up to date. */
export function installMissing() {
  if (!isInstalled()) installIn(root);
}

/** @param {string} folder of the program */
export function installIn(folder) {
  say({
    fr: 'Installation de ce qui manque (une minute ou deux, une seule fois)…',
    en: 'Installing what is missing (this takes a minute or two, once)…',
  });
  const { status, error } = runNpm(folder, [
    'ci',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
    // NODE_ENV=production or the user's npm settings would omit the packages that build the pages.
    '--include=dev',
    '--include=optional',
  ]);
  if (error || status !== 0) {
    throw new Refusal(
      'The installation failed; the lines above say why. Check the network and the free disk space, then run the command again.',
    );
  }
}

/** npm writes its own lock file into node_modules at the end, so an interrupted installation has none. */
export function isInstalled() {
  const present = listPackages('node_modules/.package-lock.json');
  const wanted = listPackages('package-lock.json');
  if (!present || !wanted) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true;
    return path in present ? present[path]?.version === entry.version : entry.optional === true;
  });
}

/**
 * @param {string} lockFile
 * @returns {Record<string, {version?: string, link?: boolean, optional?: boolean}> | null}
 */
function listPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** @param {string} folder @param {string[]} args */
function runNpm(folder, args) {
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  const npm = process.env.npm_execpath;
  if (npm && basename(npm) === 'npm-cli.js') return spawnSync(process.execPath, [npm, ...args], options);
  // On Windows npm is a .cmd file, which only a shell can run.
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
