/**
 * The additional size of each page behind sign-in, with the largest of its lazy parts, after the sign-in page and the
 * common frame.
 */
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
    const pages = (manifest[frame]?.dynamicImports ?? [])
      .filter((key) => key.startsWith('src/pages/'))
      .map((key) => weighPage(manifest, key, known))
      .sort((a, b) => b.kilobytes - a.kilobytes);
    const [heaviest] = pages;
    if (!heaviest) throw new Error('the build names no page');
    return {
      results: [
        within({
          job: `own code of the heaviest page behind sign-in with its heaviest part (${heaviest.name})`,
          product: heaviest.kilobytes,
          unit: 'kB',
          atMost: 60,
          note: `${pages.map(sayPage).join(', ')} kB, brotli, script and style; the text editor, which is no part of the build, apart. The frame around all of them (router, cache, lists’ base) is ${weigh(frameFiles).toFixed(1)} kB, once.`,
        }),
      ],
    };
  },
};

interface Page {
  readonly name: string;
  /** With the largest of its parts. */
  readonly kilobytes: number;
  /** With all of its parts, which load when idle. */
  readonly whole: number;
  /** Its lazy parts, each with its additional size. */
  readonly parts: readonly { readonly name: string; readonly kilobytes: number }[];
}

function weighPage(manifest: Manifest, key: string, known: ReadonlySet<string>): Page {
  const own = filesOf(manifest, key).filter((file) => !known.has(file));
  const later = listLater(manifest, key, known).map((part) => ({
    name: nameOf(part),
    files: filesOf(manifest, part).filter((file) => !known.has(file) && !own.includes(file)),
  }));
  const parts = later.map(({ name, files }) => ({ name, kilobytes: weigh(files) }));
  return {
    name: nameOf(key),
    kilobytes: weigh(own) + Math.max(0, ...parts.map(({ kilobytes }) => kilobytes)),
    whole: weigh([...new Set([...own, ...later.flatMap(({ files }) => files)])]),
    parts,
  };
}

function sayPage({ name, kilobytes, whole, parts }: Page): string {
  const said = `${name} ${kilobytes.toFixed(1)}`;
  if (parts.length === 0) return said;
  const listed = parts.map((part) => `${part.name} ${part.kilobytes.toFixed(1)}`);
  return `${said} (parts ${listed.join(', ')}; with all of them ${whole.toFixed(1)})`;
}

function nameOf(key: string): string {
  return key.replace(/^.*\/|\.tsx?$/g, '');
}

/** The chunks that a page and its parts load lazily, without those of known chunks. */
function listLater(
  manifest: Manifest,
  key: string,
  known: ReadonlySet<string>,
  seen = new Set<string>(),
): string[] {
  const chunk = manifest[key];
  if (!chunk || seen.has(key) || known.has(chunk.file)) return [];
  seen.add(key);
  const later = chunk.dynamicImports ?? [];
  const next = [...(chunk.imports ?? []), ...later];
  return [...new Set([...later, ...next.flatMap((other) => listLater(manifest, other, known, seen))])];
}

/** The files that a chunk loads statically, its own first. */
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
