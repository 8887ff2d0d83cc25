// `npm run rows -- [file]`: lists the rows of the specification that no test title names.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './setup/place.mjs';

const rowsFile = process.argv[2] ? resolve(process.argv[2]) : join(root, '..', 'shared', 'rows.md');
const notOurs = /(?:^|[\\/])(?:node_modules|dist|results)[\\/]/;

if (existsSync(rowsFile)) listRows();
else console.log(`There is no list of rows at ${rowsFile}. Name one: npm run rows -- path/to/rows.md`);

function listRows() {
  const inBrowser = idsIn(['e2e'], /\.spec\.ts$/);
  const shown = new Set([...inBrowser, ...idsIn(['packages', 'apps', 'scripts'], /\.test\.tsx?$/)]);
  const rows = [...readFileSync(rowsFile, 'utf8').matchAll(/^\| *(S\d+\.\d+) *\| *(.+?) *\| *(\w+) *\|$/gm)];
  let open = 0;
  let outside = 0;
  for (const [, id = '', text = '', where = ''] of rows) {
    const isOpen = !shown.has(id);
    // A row about the user interface must be tested in a browser.
    const isOutside = !isOpen && where.includes('U') && !inBrowser.has(id);
    if (isOpen || isOutside)
      console.log(`${id.padEnd(6)} ${where.padEnd(2)} ${text}${isOutside ? '  [not in a browser]' : ''}`);
    open += Number(isOpen);
    outside += Number(isOutside);
  }
  console.log(`${rows.length} rows: ${open} that no test names, ${outside} that no test in a browser names`);
}

/**
 * The ids at the start of titles: `S5.3 …`, `S2.9 S2.10 …`.
 * @param {string[]} folders
 * @param {RegExp} testFile
 */
function idsIn(folders, testFile) {
  const titles = /\(\s*['"`]((?:S\d+\.\d+[,\s]+)+)/g;
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(root, folder, path),
    ),
  );
  const texts = files
    .filter((path) => testFile.test(path) && !notOurs.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(titles)].flatMap(([, ids = '']) => ids.match(/S\d+\.\d+/g) ?? []),
    ),
  );
}
