import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sha256 } from './visits/crypto.ts';

/** In cascade order; served as one file. */
const styles = ['base', 'frame', 'parts', 'candidate', 'course', 'lists', 'grades', 'media'];

const files = {
  style: fileOf(
    'platform',
    'css',
    'text/css; charset=utf-8',
    styles.map((name) => read(`${name}.css`)).join('\n'),
  ),
  icon: fileOf('icon', 'svg', 'image/svg+xml', read('icon.svg')),
};

/** Paths of the static files of the pages; their names contain a hash of the content. */
export const assets = { style: `/learning${files.style.path}`, icon: `/learning${files.icon.path}` };

export function serveAssets(scope: FastifyInstance): void {
  for (const { path, type, text } of Object.values(files)) {
    scope.get(path, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(text),
    );
  }
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
}

function fileOf(name: string, ending: string, type: string, text: string) {
  return { path: `/${name}-${sha256(text).toString('hex').slice(0, 12)}.${ending}`, type, text };
}
