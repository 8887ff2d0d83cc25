import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './place.mjs';

/**
 * How Node runs the server, wherever it is started, so that it stays small (`npm run bench -- import` prints memory
 * and speed) and ends with whoever started it.
 * - The embedded database is one WebAssembly module with functions so large that optimising them takes 400 MB for a
 *   second at each start; the quick compiler alone does without, and starts sooner.
 * - What an import passes through is short-lived; with a small nursery it is collected early, at no loss of speed.
 */
const nodeArguments = ['--disable-warning=ExperimentalWarning', '--liftoff-only', '--max-semi-space-size=8'];

export const serverArguments = [
  ...nodeArguments,
  // So that the server may give memory back when it rests.
  '--expose-gc',
  `--import=${pathToFileURL(join(root, 'scripts', 'setup', 'endWithParent.mjs')).href}`,
  join(root, 'apps', 'server', 'src', 'main.ts'),
];

/** The same for the command line, which ends by itself. */
export const cliArguments = [...nodeArguments, join(root, 'apps', 'server', 'src', 'cli', 'guichet.ts')];
