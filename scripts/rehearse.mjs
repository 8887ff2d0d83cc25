// `npm run rehearse`: an exam morning at a portal of its own, with its own database and mail server, or at the address
// of an installation that is there for tests: `npm run rehearse -- https://essai.example.ca`.
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { root, runScript } from './setup/place.mjs';
import { findPostgres } from './setup/postgres.mjs';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  const postgres = findPostgres();
  await buildPagesIfChanged(node);
  const command = [join(root, 'bench', 'rehearsal', 'command.ts'), ...process.argv.slice(2)];
  return runInForeground(node, command, environmentOf(node, {}, postgres ? [postgres] : []));
});
