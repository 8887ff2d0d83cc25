import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sha256 } from '../../platform/crypto/keys.ts';
import type { Assets } from './pages/frame.ts';

/** In cascade order; served as one file. */
const styles = ['base', 'frame', 'parts', 'candidate', 'course', 'lists', 'media'];

/** Serves the static files of the pages under names that contain a hash of their content, with a long cache lifetime. */
export function serveAssets(scope: FastifyInstance): Assets {
  const style = styles.map((name) => read(`${name}.css`)).join('\n');
  return {
    style: serve(scope, 'platform', 'css', style, 'text/css; charset=utf-8'),
    icon: serve(scope, 'icon', 'svg', read('icon.svg'), 'image/svg+xml'),
  };
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
}

function serve(scope: FastifyInstance, name: string, ending: string, text: string, type: string): string {
  const path = `/${name}-${sha256(text).toString('hex').slice(0, 12)}.${ending}`;
  scope.get(path, (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(text),
  );
  return scope.prefix + path;
}
