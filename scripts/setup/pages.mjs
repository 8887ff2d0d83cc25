import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInForeground } from './child.mjs';
import { environmentOf } from './node24.mjs';
import { cacheFolder, Refusal, root, say } from './place.mjs';

const sources = ['apps/web', 'packages/contract/src', 'package-lock.json'];
const notASource = /^(?:dist|node_modules|testing|\..*)$|\.test\.tsx?$/;
const builtPage = join(root, 'apps', 'web', 'dist', 'index.html');
const stamp = join(cacheFolder, 'pages-built-from');

/**
 * Builds the pages if their sources changed since the last build.
 * @param {string} node
 */
export async function buildPagesIfChanged(node) {
  const isBuilt = existsSync(builtPage) && existsSync(stamp);
  if (isBuilt && readFileSync(stamp, 'utf8') === fingerprintSources()) return;
  say({
    fr: 'Construction des pages (une fois après chaque changement)…',
    en: 'Building the pages (once after each change)…',
  });
  await buildPages(node);
}

/** @param {string} node */
export async function buildPages(node) {
  const fingerprint = fingerprintSources();
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = environmentOf(node, { NODE_ENV: 'production' });
  const code = await runInForeground(node, [vite, 'build', 'apps/web', '--logLevel', 'warn'], env);
  if (code !== 0) throw new Refusal('The pages could not be built; the lines above say why.');
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Sizes and times instead of contents: reading every file would slow down each start. */
function fingerprintSources() {
  const hash = createHash('sha256');
  for (const source of sources) addToHash(join(root, source));
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\n`);
  }
  return hash.digest('hex');

  /** @param {string} path */
  function addToHash(path) {
    const stats = statSync(path);
    if (!stats.isDirectory()) {
      hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(path).sort()) if (!notASource.test(name)) addToHash(join(path, name));
  }
}
