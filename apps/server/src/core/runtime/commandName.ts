import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How the command line is called here: packages bring a program of that name, in a clone npx finds it. */
export const commandName = existsSync(join(import.meta.dirname, '../../../bin/guichet.mjs'))
  ? 'npx guichet'
  : 'guichet';
