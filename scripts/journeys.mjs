// `npm run journeys`: all journeys in a real browser, the whole exam sessions in both languages, every scene in both looks,
// and those that `npm test` leaves out. `npm run journeys -- wholeSession` runs those of one name.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { runScript } from './setup/place.mjs';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  await buildPagesIfChanged(node);
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const command = [playwright, 'test', '--config', 'e2e', ...process.argv.slice(2)];
  return runInForeground(node, command, environmentOf(node, { BOTH_LANGUAGES: 'true', EVERY_LOOK: 'true' }));
});
