/** What each page behind sign-in adds to what the sign-in page and the frame around all pages have loaded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Chunk, listFirstFiles, type Manifest } from '../../scripts/checks/budget/firstLoad.ts';
import { root } from '../../scripts/setup/place.mjs';
import { type Row, within } from '../row.ts';

const dist = join(root, 'apps', 'web', 'dist');
const frame = 'src/app/App.tsx';

export const routes: Row = {
  name: 'routes',
  async run() {
    const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;
    const first = new Set(listFirstFiles(readFileSync(join(dist, 'index.html'), 'utf8'), manifest));
    const frameFiles = filesOf(manifest, frame).filter((file) => !first.has(file));
    const known = new Set([...first, ...frameFiles]);
    const pages = Object.entries(manifest)
      .filter(([, { src }]) => src?.startsWith('src/pages/'))
      .map(([key, { src }]) => ({
        page: src?.replace(/^.*\/|\.tsx$/g, '') ?? key,
        kilobytes: weigh(filesOf(manifest, key).filter((file) => !known.has(file))),
      }))
      .sort((a, b) => b.kilobytes - a.kilobytes);
    const [heaviest] = pages;
    if (!heaviest) throw new Error('the build names no page');
    return {
      results: [
        within({
          job: `own code of the heaviest page behind sign-in (${heaviest.page})`,
          product: heaviest.kilobytes,
          unit: 'kB',
          atMost: 60,
          note: `${pages.map(({ page, kilobytes }) => `${page} ${kilobytes.toFixed(1)}`).join(', ')} kB, brotli, script and style. The frame around all of them (router, cache, lists’ base) is ${weigh(frameFiles).toFixed(1)} kB, once.`,
        }),
      ],
    };
  },
};

/** The files that a chunk takes at once, its own first. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk: Chunk | undefined = manifest[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  const imported = (chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen));
  return [...new Set([chunk.file, ...(chunk.css ?? []), ...imported])];
}

function weigh(files: readonly string[]): number {
  const bytes = files.map((file) => brotliCompressSync(readFileSync(join(dist, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
