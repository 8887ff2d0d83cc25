import { posix } from 'node:path';
import type { Source } from '../citations/sources.ts';

/** Files that the pages name as an example of what does not exist. */
export const examples: readonly string[] = [
  'helpers.ts',
  'apps/server/migrations/NNN-home-phones.ts',
  'apps/server/src/identity/users/changes/homePhones.test.ts',
];

const inCode = /`([\w.@-]+(?:\/[\w.@-]+)*\/?)(?: › [^`]*)?`/g;
const isFile = /\.(?:tsx?|mjs|md|svg|png)$/;
const isFolder = /^(?:apps|packages|e2e|scripts|docs|bench|faults)\//;
const link = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g;
/** In code; the tests of the checks name made-up ones. */
const page = /\bdocs\/[\w/-]+\.md\b/g;
const ofChecks = /^scripts\/checks\//;
const decision = /\bdecisions? (\d{3})\b/gi;

/**
 * What the Markdown among the sources names and is not there, as `path:line name`: files and folders in backticks, links, headings
 * that links lead to; in code too: documents, and numbers of decisions. `paths`: all files of the project. A name may leave out `apps/`,
 * `packages/` and `src/`, as the pages do, and what is before the folder at hand.
 */
export function findDeadNames(
  sources: readonly Source[],
  paths: readonly string[],
  known: readonly string[] = examples,
) {
  const names = new Set(paths.flatMap(listNames));
  const documents = new Map(sources.filter(({ path }) => path.endsWith('.md')).map((one) => [one.path, one]));
  const isDead = (name: string) =>
    (isFile.test(name) || isFolder.test(name)) &&
    !names.has(name.replace(/\/$/, '')) &&
    !known.includes(name);
  return sources.flatMap((source) =>
    source.text.split('\n').flatMap((line, index) => {
      const isDocument = documents.has(source.path) && source.path !== 'CHANGELOG.md';
      const dead = [
        ...(isDocument ? [...line.matchAll(inCode)].map(([, name = '']) => name).filter(isDead) : []),
        ...(isDocument ? findDeadLinks(source.path, line) : []),
        ...(isDocument || ofChecks.test(source.path) ? [] : [...line.matchAll(page)])
          .map(([name]) => name)
          .filter((name) => !paths.includes(name)),
        ...[...line.matchAll(decision)]
          .filter(([, number]) => !paths.some((path) => path.startsWith(`docs/decisions/${number}-`)))
          .map(([name]) => name),
      ];
      return dead.map((name) => `${source.path}:${index + 1} ${name}`);
    }),
  );

  function findDeadLinks(from: string, line: string): string[] {
    return [...line.matchAll(link)]
      .filter(([, to = '', heading]) => {
        const path = to === '' ? from : posix.join(posix.dirname(from), to).replace(/\/$/, '');
        if (!paths.includes(path) && !paths.some((each) => each.startsWith(`${path}/`))) return true;
        const page = documents.get(path);
        return heading !== undefined && page !== undefined && !listHeadings(page.text).has(heading);
      })
      .map(([, to, heading]) => (heading === undefined ? String(to) : `${to}#${heading}`));
  }
}

/** `apps/web/src/a/b.ts` → also `web/a/b.ts`, `a/b.ts`, `b.ts`; and its folders. */
function listNames(path: string): string[] {
  const short = path.replace(/^(?:apps|packages)\//, '').replace('/src/', '/');
  return [path, short].flatMap((each) => {
    const parts = each.split('/');
    return parts.flatMap((_, from) =>
      parts.slice(from).map((_part, length) => parts.slice(from, from + length + 1).join('/')),
    );
  });
}

/** The anchors of a page as GitHub makes them; a heading that is there twice gets -1. */
function listHeadings(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    anchors.add(anchors.has(anchor) ? `${anchor}-1` : anchor);
  }
  return anchors;
}
