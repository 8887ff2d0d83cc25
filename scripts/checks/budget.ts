// The first load of the sign-in page: at most 70.5 kB of script and style, brotli, in at most 4 requests; the page
// includes all texts that its first script shows. Each page behind it: at most 20 files of script.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../setup/place.mjs';
import { countScriptsOfPages, listFirstFiles } from './budget/firstLoad.ts';
import { findMissingTexts, listStaticImports } from './budget/firstTexts.ts';

const mostBytes = 70_500;
const mostRequests = 4;
const mostScripts = 20;
/** Files besides scripts and styles: the page itself. */
const otherRequests = ['index.html'];

const dist = join(root, 'apps/web/dist');
const read = (file: string) => readFileSync(join(dist, file));
const html = read('index.html').toString();
const manifest = JSON.parse(read('manifest.json').toString());
const files = listFirstFiles(html, manifest);

/**
 * Without the hashes in names of files and the short names that exports get anew in each build, whose letters happen to compress
 * by a hundred bytes better or worse.
 */
const withoutNames = (text: string) =>
  text.replace(/-[\w-]{8}(?=\.(?:js|css))/g, '-12345678').replace(/\.then\(e=>e\.\w+/g, '.then(e=>e.a');
const sizes = files.map((file) => ({
  file,
  bytes: brotliCompressSync(withoutNames(read(file).toString())).length,
}));
const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
const requests = files.length + otherRequests.length;
for (const size of sizes) console.log(`${kilobytes(size.bytes).padStart(8)}  ${size.file}`);
console.log(
  `sign-in loads ${kilobytes(bytes)} of script and style (at most ${kilobytes(mostBytes)}) in ${requests} requests (at most ${mostRequests}), with ${otherRequests.join(', ')}`,
);
if (bytes > mostBytes) console.error('Too heavy: take what is only needed behind sign-in with import().');
if (requests > mostRequests)
  console.error('Too many requests: let the entry and its parts be built into one file.');

const paths = listStaticImports(join(root, 'apps/web/src/entry.tsx'));
const sources = new Map(paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]));
const missing = [...findMissingTexts(html, JSON.parse(read('assets/i18n/fr.json').toString()), sources)];
for (const fault of missing) console.error(fault);

const crowded = [...countScriptsOfPages(manifest)].filter(([, count]) => count > mostScripts);
for (const [page, count] of crowded)
  console.error(
    `${page} loads ${count} files of script, at most ${mostScripts}: join them in apps/web/vite.config.ts.`,
  );
process.exitCode =
  bytes > mostBytes || requests > mostRequests || missing.length > 0 || crowded.length > 0 ? 1 : 0;

function kilobytes(count: number): string {
  return `${(count / 1000).toFixed(1)} kB`;
}
