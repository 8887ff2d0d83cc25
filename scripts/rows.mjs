// `npm run rows`: what is open in docs/requirements.md, as `npm test -- citations` finds it. `npm run rows -- S4.7`: a row
// and where it is cited.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { root, runScript } from './setup/place.mjs';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  const check = join(root, 'scripts', 'checks', 'citations.ts');
  return runInForeground(node, [check, ...process.argv.slice(2)], environmentOf(node));
});
