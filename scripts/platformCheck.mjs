// `npm run platform-check`: the suite of the connectors on the Moodle site of MOODLE_URL and MOODLE_TOKEN; says what it makes
// there and removes it again. docs/platforms.md says what else it takes.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { Refusal, runScript } from './setup/place.mjs';

await runScript(async () => {
  const missing = ['MOODLE_URL', 'MOODLE_TOKEN'].filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Refusal(`Set ${missing.join(' and ')}: docs/platforms.md says how.`);
  if (!process.env.MOODLE_CATEGORY && !process.env.MOODLE_ADMIN_TOKEN)
    throw new Refusal('Set MOODLE_CATEGORY, or MOODLE_ADMIN_TOKEN to make a category and remove it.');
  if (!process.env.MOODLE_TEMPLATE)
    console.log('Without MOODLE_TEMPLATE courses are made empty: no copy is tried.');
  installMissing();
  const node = findNode24();
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const suite = ['--root', 'apps/server', '--project', 'unit', 'test/connectors/realMoodle'];
  return runInForeground(node, [vitest, 'run', ...suite, '--reporter=verbose'], environmentOf(node));
});
