// `npm run bench`: all benchmarks of bench/, into docs/performance.md. `npm run bench -- signIn`: one of them, to the
// screen. Those of bench/alone/ are run only by name: `npm run bench -- mixedLoad 28`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { Refusal, root, runScript } from './setup/place.mjs';
import { findPostgres } from './setup/postgres.mjs';

await runScript(async () => {
  installMissing();
  const [name = '', ...rest] = process.argv.slice(2);
  const postgres = findPostgres();
  if (!postgres) throw new Refusal('No PostgreSQL 15 or newer was found: install it.');
  const node = findNode24();
  const environment = environmentOf(node, {}, [postgres]);
  const alone = join(root, 'bench', 'alone', `${name}.ts`);
  await buildPagesIfChanged(node);
  if (/^\w+$/.test(name) && existsSync(alone)) return runInForeground(node, [alone, ...rest], environment);
  return runInForeground(node, [join(root, 'bench', 'command.ts'), ...process.argv.slice(2)], environment);
});
