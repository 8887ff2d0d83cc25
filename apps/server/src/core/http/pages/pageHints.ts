import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { languageOfPage, passwordPath, signInPath } from './firstPage.ts';

/** A chunk of the build, as Vite's manifest has it. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
}

const ownPath = /^(?:\/(?:fr|en))?\/(?:my-exams|home|account(?!\/(?:university|login)))(?:\/|$)/i;

const workPath =
  /^(?:\/(?:fr|en))?\/(?:configuration|outbox|audit|corrections|[\w-]+\/configuration)(?:\/|$)/i;

/**
 * The `Link` header (RFC 8288) of a page: what its first script is going to ask for, so that a slow connection asks for all at
 * once. Sign-in needs nothing more until somebody types. Null without a build.
 */
export function readPageHints(
  dist: string,
): (request: Pick<FastifyRequest, 'url' | 'cookies'>) => string | null {
  const path = join(dist, 'manifest.json');
  if (!existsSync(path)) return () => null;
  const chunks = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>);
  const linksOf = (name: string) =>
    chunks
      .filter((chunk) => chunk.name === name)
      .flatMap(({ file, css = [] }) => [
        `</${file}>; rel=modulepreload`,
        ...css.map((style) => `</${style}>; rel=preload; as=style; crossorigin`),
      ]);
  const link = ['calls', 'link'].flatMap(linksOf);
  const open = linksOf('public');
  const app = linksOf('App');
  return (request) => {
    const [pathname = ''] = request.url.split('?', 1);
    if (signInPath.test(pathname)) return null;
    // As web/core/i18n/languageStore.ts asks for them.
    const texts = (extent: string) =>
      `</assets/i18n/${languageOfPage(request)}${extent}.json>; rel=preload; as=fetch; crossorigin`;
    const hints = [...link, texts('.open')];
    if (passwordPath.test(pathname)) return hints.join(', ');
    hints.push(...open);
    const isWork = workPath.test(pathname);
    if (isWork || ownPath.test(pathname)) hints.push(...app, texts('.own'));
    if (isWork) hints.push(texts(''));
    return hints.join(', ');
  };
}
