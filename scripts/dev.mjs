// `npm run dev`: the API with reload on a demo database in ./data, and the pages through Vite. One ends with the other.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { exitCodeOf, forwardSignalsTo } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { root, runScript } from './setup/place.mjs';

const pagesAddress = 'http://localhost:5173';

await runScript(async () => {
  installMissing();
  const node = findNode24();
  const env = environmentOf(node, {
    DEMO: 'true',
    // Vite's proxy expects the API here; links in mails lead to the pages.
    HOST: '127.0.0.1',
    PORT: '3000',
    PUBLIC_URL: pagesAddress,
  });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const children = [
    [
      '--disable-warning=ExperimentalWarning',
      '--watch',
      '--watch-preserve-output',
      'apps/server/src/main.ts',
    ],
    [vite, 'apps/web', '--port', new URL(pagesAddress).port, '--strictPort', '--clearScreen', 'false'],
  ].map((args) => spawn(node, args, { cwd: root, env, stdio: 'inherit' }));
  forwardSignalsTo(children);
  const codes = children.map((child) => exitCodeOf(child, node));
  const first = await Promise.race(codes);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(codes);
  return first;
});
