import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whatever folder the command was given in. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Where the scripts keep what can be made again. It goes away with node_modules. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'guichet');

/** Something that the person at the keyboard can mend: shown as it is, without a stack. */
export class Refusal extends Error {}

/**
 * Runs a script's main function and turns what it throws into one line and exit code 1.
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
