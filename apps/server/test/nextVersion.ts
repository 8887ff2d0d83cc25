import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/setup/place.mjs';

/** The folder of a program; call `remove` once no process runs it. */
export interface Version {
  readonly folder: string;
  remove(): void;
}

/** A copy of this program with further migrations: their names, and the statements of each. */
export function makeNextVersion(further: Readonly<Record<string, string>>): Version {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-next-'));
  const server = join('apps', 'server');
  for (const part of ['src', 'migrations', 'seed', 'package.json'])
    cpSync(join(root, server, part), join(folder, server, part), { recursive: true });
  for (const part of [
    'node_modules',
    'packages',
    'package.json',
    join('apps', 'web'),
    join('apps', 'learning-platform'),
  ])
    symlinkSync(join(root, part), join(folder, part));
  const index = join(folder, server, 'migrations', 'index.ts');
  const added = Object.entries(further).map(
    ([name, statements]) =>
      `Object.assign(migrations, { '${name}': { up: (db) => sql.raw(${JSON.stringify(statements)}).execute(db) } });\n`,
  );
  writeFileSync(index, [`import { sql } from 'kysely';\n`, readFileSync(index, 'utf8'), ...added].join(''));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
