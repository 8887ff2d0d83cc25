// The first load of the sign-in page: at most 70.5 kB of script and style, brotli, in at most 4 requests; the page
// includes all texts that its first script shows. What a candidate loads on a telephone, with its texts: at most so much of
// the mailed link's form, and of My exams. Each page behind sign-in: at most 20 files of script.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../setup/place.mjs';
import { countScriptsOfPages, listFilesOf, listFirstFiles } from './budget/firstLoad.ts';
import { findMissingTexts, listStaticImports } from './budget/firstTexts.ts';

const mostBytes = 70_500;
const mostRequests = 4;
const mostScripts = 20;
/** The pages of a candidate: their chunks besides the first script, their texts (apps/web/build/textFiles.ts), bytes. */
const candidatePages = [
  { page: 'the form of a mailed link', chunks: ['link'], texts: ['open'], most: 125_000 },
  { page: 'My exams', chunks: ['link', 'App'], texts: ['open', 'own'], most: 273_000 },
];
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
const weigh = (file: string) => brotliCompressSync(withoutNames(read(file).toString())).length;
const sumOf = (weighed: readonly string[]) => weighed.reduce((sum, file) => sum + weigh(file), 0);
const sizes = files.map((file) => ({ file, bytes: weigh(file) }));
const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
const requests = files.length + otherRequests.length;
for (const size of sizes) console.log(`${kilobytes(size.bytes).padStart(8)}  ${size.file}`);
console.log(
  `sign-in loads ${kilobytes(bytes)} of script and style (at most ${kilobytes(mostBytes)}) in ${requests} requests (at most ${mostRequests}), with ${otherRequests.join(', ')}`,
);
if (bytes > mostBytes) console.error('Too heavy: take what is only needed behind sign-in with import().');
if (requests > mostRequests)
  console.error('Too many requests: let the entry and its parts be built into one file.');

const heavy = candidatePages.filter(({ page, chunks, texts, most }) => {
  const script = sumOf([...new Set([...files, ...listFilesOf(manifest, chunks)])]);
  const weights = ['fr', 'en'].map((language) =>
    sumOf(texts.map((of) => `assets/i18n/${language}.${of}.json`)),
  );
  const weight = script + Math.max(...weights);
  console.log(`${page} loads ${kilobytes(weight)} of script, style and texts (at most ${kilobytes(most)})`);
  return weight > most;
});
for (const { page } of heavy)
  console.error(`${page} is too heavy: take what staff or a later step needs with import().`);

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
  bytes > mostBytes || requests > mostRequests || [heavy, missing, crowded].some(({ length }) => length > 0)
    ? 1
    : 0;

function kilobytes(count: number): string {
  return `${(count / 1000).toFixed(1)} kB`;
}
