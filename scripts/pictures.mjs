// `npm run pictures`: takes the screenshots of docs/visite.md and docs/tour.md from the demo data; `-- -g TITLE`: some of them.
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
  const command = [
    playwright,
    'test',
    '--config',
    join('e2e', 'pictures.config.ts'),
    ...process.argv.slice(2),
  ];
  return runInForeground(node, command, environmentOf(node));
});
