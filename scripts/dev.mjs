// `npm run dev`: the API with reload on a demo database in ./data, and the pages through Vite. When one exits, so does
// the other.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { exitCodeOf, forwardSignals } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { root, runScript } from './setup/place.mjs';
import { runWithReload } from './setup/reload.mjs';
import { listServerArguments } from './setup/server.mjs';

const pagesAddress = 'http://localhost:5173';
const serverSources = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/server/seed',
  'packages/contract/src',
];

await runScript(async () => {
  installMissing();
  const node = findNode24();
  const env = environmentOf(node, {
    DEMO: 'true',
    // Vite's proxy expects the API on this port; links in mails lead to the pages.
    HOST: '127.0.0.1',
    PORT: '3000',
    PUBLIC_URL: pagesAddress,
  });
  const api = runWithReload(node, listServerArguments(), env, serverSources);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const viteArgs = [
    'apps/web',
    '--port',
    new URL(pagesAddress).port,
    '--strictPort',
    '--clearScreen',
    'false',
  ];
  const pages = spawn(node, [vite, ...viteArgs], { cwd: root, env, stdio: 'inherit' });
  const ends = [api.ended, exitCodeOf(pages, node)];

  /** @param {NodeJS.Signals} signal */
  const endBoth = (signal) => {
    api.kill(signal);
    pages.kill(signal);
  };
  forwardSignals(endBoth);
  const code = await Promise.race(ends);
  endBoth('SIGTERM');
  await Promise.all(ends);
  return code;
});
