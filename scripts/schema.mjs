// `npm run schema`: makes the types of the tables anew from a database that the migrations have made. The tests check them.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { runScript } from './setup/place.mjs';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const test = ['--root', 'apps/server', '--project', 'embedded', 'test/database/schema.test.ts'];
  return runInForeground(node, [vitest, 'run', '--update', ...test], environmentOf(node));
});
