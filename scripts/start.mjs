// `npm start`: from a fresh clone to a running portal; `-- --build`: all but the portal. Plain JavaScript without packages, since none is installed at
// first.
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { runScript } from './setup/place.mjs';
import { listServerArguments } from './setup/server.mjs';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  await buildPagesIfChanged(node);
  if (process.argv.includes('--build')) return 0;
  return runInForeground(node, listServerArguments(), environmentOf(node));
});
