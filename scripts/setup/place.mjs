import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whatever the working directory is. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Cache folder of the scripts, inside node_modules. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'guichet');

/** Where Node keeps compiled modules between processes: most of what a short process or thread costs is compiling them. */
export const compileCache = join(root, 'node_modules', '.cache', 'node');

/** The workspaces of the root's package.json, with `apps/*` expanded. */
export function listWorkspaces() {
  /** @type {string[]} */
  const patterns = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;
  return patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    const folders = readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
    return folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
  });
}

/**
 * Prints a line in the language of the operator.
 * @param {{ fr: string, en: string }} line
 */
export function say({ fr, en }) {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  console.log(/^fr/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? fr : en);
}

/** An error that the user can fix: printed without a stack. */
export class Refusal extends Error {
  exitCode = 1;
}

/** A wrong usage. */
export class UsageRefusal extends Refusal {
  /** @override */
  exitCode = 2;
}

/**
 * Runs a script's main function; prints an error as one line and exits with code 1, or 2 for a wrong usage.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = error instanceof Refusal ? error.exitCode : 1;
  }
}
