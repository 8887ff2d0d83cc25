// `npm run faults`: all faults of faults/, for a few rounds each, on Node 24. `npm run faults -- kill --rounds 100`.
// `npm run faults -- requests 200000`: that many hostile requests, generated from the schemas of the endpoints.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { root, runScript } from './setup/place.mjs';
import { findPostgres } from './setup/postgres.mjs';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  const postgres = findPostgres();
  if (!postgres) console.log('No PostgreSQL 15 or newer was found: its faults are skipped. Install it.');
  const programs = postgres ? [postgres] : [];
  const [first, count = '20000', ...rest] = process.argv.slice(2);
  if (first === 'requests') {
    const project = `--project=${postgres ? 'postgres' : 'embedded'}`;
    const test = ['run', '--root', 'apps/server', project, 'test/hostile/hostile.test.ts', ...rest];
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const env = environmentOf(node, { HOSTILE_REQUESTS: count }, programs);
    return runInForeground(node, [vitest, ...test], env);
  }
  const databases = postgres ? [] : ['--on', 'embedded'];
  const command = [join(root, 'faults', 'command.ts'), ...process.argv.slice(2), ...databases];
  return runInForeground(node, command, environmentOf(node, {}, programs));
});
