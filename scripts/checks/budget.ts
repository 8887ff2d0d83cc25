// What the sign-in page loads first: at most 80 kB of script and style, brotli, in at most 5 requests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../setup/place.mjs';
import { listFirstFiles } from './budget/firstLoad.ts';

const mostBytes = 80_000;
const mostRequests = 5;
/** Beside the page's scripts and styles: the page itself, the texts of one language, the system's own words. */
const otherRequests = ['index.html', 'assets/i18n/fr.json', 'the content call'];

const dist = join(root, 'apps/web/dist');
const read = (file: string) => readFileSync(join(dist, file));
const html = read('index.html').toString();
const files = listFirstFiles(html, JSON.parse(read('manifest.json').toString()));

const sizes = files.map((file) => ({ file, bytes: brotliCompressSync(read(file)).length }));
const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
const requests = files.length + otherRequests.length;
for (const size of sizes) console.log(`${kilobytes(size.bytes).padStart(8)}  ${size.file}`);
console.log(
  `sign-in loads ${kilobytes(bytes)} of script and style (at most ${kilobytes(mostBytes)}) in ${requests} requests (at most ${mostRequests}), with ${otherRequests.join(', ')}`,
);
if (bytes > mostBytes) console.error('Too heavy: take what is only needed behind sign-in with import().');
if (requests > mostRequests)
  console.error('Too many requests: let the entry and its parts be built into one file.');
process.exitCode = bytes > mostBytes || requests > mostRequests ? 1 : 0;

function kilobytes(count: number): string {
  return `${(count / 1000).toFixed(1)} kB`;
}
