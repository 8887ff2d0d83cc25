// `npm run bench -- import [rows]`: one benchmark of bench/ under Node 24. Without a name, says which there are.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { Refusal, root, runScript } from './setup/place.mjs';

/** Files of bench/ that are not benchmarks themselves. */
const parts = ['lists.ts', 'observe.ts'];

await runScript(async () => {
  installMissing();
  const [name = '', ...rest] = process.argv.slice(2);
  const file = join(root, 'bench', `${name}.ts`);
  if (!/^\w+$/.test(name) || !existsSync(file)) {
    const known = readdirSync(join(root, 'bench')).filter(
      (entry) => entry.endsWith('.ts') && !parts.includes(entry),
    );
    throw new Refusal(
      `Which benchmark? ${known.map((entry) => `npm run bench -- ${entry.slice(0, -3)}`).join(', ')}`,
    );
  }
  const node = findNode24();
  return runInForeground(node, [file, ...rest], environmentOf(node, {}));
});
