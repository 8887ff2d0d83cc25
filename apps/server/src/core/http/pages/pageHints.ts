import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { languageOfPage, signInPath } from './firstPage.ts';

/** A chunk of the build, as Vite's manifest has it. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
}

const behindSignIn =
  /^(?:\/(?:fr|en))?\/(?:my-exams|home|configuration|outbox|audit|corrections|account(?!\/(?:university|login))|[\w-]+\/configuration)(?:\/|$)/i;

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
  const open = ['calls', 'public'].flatMap(linksOf);
  const app = linksOf('App');
  return (request) => {
    const [pathname = ''] = request.url.split('?', 1);
    if (signInPath.test(pathname)) return null;
    const texts = `</assets/i18n/${languageOfPage(request)}.json>; rel=preload; as=fetch; crossorigin`;
    return [...open, texts, ...(behindSignIn.test(pathname) ? app : [])].join(', ');
  };
}
