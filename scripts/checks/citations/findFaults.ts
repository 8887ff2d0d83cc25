import { findCitations, findShownRows } from './citations.ts';
import { readingsPath, requirementsPath, type Source } from './sources.ts';

/** A row of the requirements; `seenIn` is U, A or UA. */
export interface Row {
  readonly id: string;
  readonly line: number;
  readonly what: string;
  readonly seenIn: string;
}

export interface Fault {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export function readRows({ text }: Source): Row[] {
  return text.split('\n').flatMap((line, index) => {
    const [, id, what = '', seenIn = ''] = /^\| (S\d+\.\d+) \| (.+) \| (U|A|UA) \|$/.exec(line) ?? [];
    return id ? [{ id, line: index + 1, what, seenIn }] : [];
  });
}

/** Citations of what is not there, and rows that no test shows. */
export function findFaults(sources: readonly Source[]): Fault[] {
  const requirements = getSource(sources, requirementsPath);
  const list = readRows(requirements);
  const known = new Set([
    ...list.map(({ id }) => id),
    ...[...requirements.text.matchAll(/^## (S\d+) /gm)].map(([, section = '']) => section),
    ...[...getSource(sources, readingsPath).text.matchAll(/^## (\d+)\. /gm)].map(
      ([, number]) => `readings §${number}`,
    ),
  ]);
  const missing = sources
    .flatMap(findCitations)
    .filter(({ name }) => !known.has(name))
    .map(({ path, line, name }) => ({
      path,
      line,
      message: `${name} is not in ${name.startsWith('S') ? requirementsPath : readingsPath}`,
    }));
  return [...missing, ...findRowFaults(list, sources)];
}

function findRowFaults(list: readonly Row[], sources: readonly Source[]): Fault[] {
  const shownIn = (files: RegExp) =>
    new Set(sources.filter(({ path }) => files.test(path)).flatMap(findShownRows));
  const inBrowser = shownIn(/^e2e\/.*\.spec\.ts$/);
  const inTests = shownIn(/\.test\.tsx?$/);
  return list.flatMap(({ id, line, seenIn }, index) => {
    const faults = [
      list.findIndex((row) => row.id === id) < index && `${id} stands twice`,
      !inBrowser.has(id) && !inTests.has(id) && `${id} begins the title of no test`,
      !inBrowser.has(id) && inTests.has(id) && seenIn !== 'A' && `${id} begins the title of no journey`,
    ];
    return faults
      .filter((message) => message !== false)
      .map((message) => ({ path: requirementsPath, line, message }));
  });
}

function getSource(sources: readonly Source[], path: string): Source {
  const found = sources.find((source) => source.path === path);
  if (!found) throw new Error(`${path} is missing`);
  return found;
}
