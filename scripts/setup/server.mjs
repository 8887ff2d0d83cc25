import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './place.mjs';

/**
 * Node options of the server, which keep it small (`npm run bench -- import` prints memory and speed) and stop it with
 * its parent.
 * - The embedded database is one WebAssembly module with functions so large that optimising them takes 400 MB for a
 * second at each start; the baseline compiler alone avoids that, and starts sooner.
 * - Objects of an import are short-lived; with a small young generation they are collected early, without loss of
 * speed.
 */
export const nodeArguments = [
  '--disable-warning=ExperimentalWarning',
  '--liftoff-only',
  '--max-semi-space-size=8',
];

/** What starts the server of the program in this folder. */
export const listServerArguments = (program = root) => [
  ...nodeArguments,
  // Lets the server free memory when idle.
  '--expose-gc',
  `--import=${pathToFileURL(join(root, 'scripts', 'setup', 'endWithParent.mjs')).href}`,
  join(program, 'apps', 'server', 'src', 'main.ts'),
];

/** Node options of the command line, which exits by itself. */
export const cliArguments = [
  ...nodeArguments,
  join(root, 'apps', 'server', 'src', 'operations', 'cli', 'guichet.ts'),
];
