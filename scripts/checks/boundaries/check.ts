import type { Rule, SourceFile, Violation } from './model.ts';
import { parseSourceFile } from './parse.ts';
import { placeOf } from './place.ts';
import { noCircles } from './rules/circles.ts';
import { floorsStandAlone } from './rules/floors.ts';
import { guardedFilesAreLeftAlone } from './rules/guardedFiles.ts';
import { layersGoDown } from './rules/layers.ts';
import { entryStaysLight } from './rules/lightEntry.ts';
import { machineIsAskedInOnePlace } from './rules/machine.ts';
import { packagesStayWithKeepers } from './rules/packages.ts';
import { importsCanBeFollowed } from './rules/readable.ts';
import { roomsShareNames } from './rules/roomNames.ts';
import { roomsHaveDoors } from './rules/rooms.ts';
import { filesHaveShape } from './rules/shape.ts';
import { sqlStaysInQueries } from './rules/sql.ts';
import { tablesHaveOneWriter } from './rules/tables.ts';
import { listSourceFiles, listTrackedFiles } from './sourceFiles.ts';

const rules: readonly Rule[] = [
  importsCanBeFollowed,
  floorsStandAlone,
  roomsHaveDoors,
  roomsShareNames,
  layersGoDown,
  entryStaysLight,
  noCircles,
  sqlStaysInQueries,
  tablesHaveOneWriter,
  packagesStayWithKeepers,
  guardedFilesAreLeftAlone,
  machineIsAskedInOnePlace,
  filesHaveShape,
];

export interface Findings {
  readonly files: readonly SourceFile[];
  readonly importCount: number;
  readonly violations: readonly Violation[];
}

/** Reads every code file under `root` and holds it against the rules. @throws when too few could be read */
export function checkBoundaries(root: string): Findings {
  const paths = listSourceFiles(root);
  const files = paths.map((path) => parseSourceFile(root, path));
  const importCount = files.flatMap(({ imports }) => imports).filter(({ file }) => file !== null).length;
  assertEnoughRead(files, importCount, listTrackedFiles(root));
  const violations = rules.flatMap((rule) => [...rule(files)]);
  return { files, importCount, violations: violations.sort(byPlace) };
}

/** A checker that read nothing finds nothing, and must not call that good. */
function assertEnoughRead(
  files: readonly SourceFile[],
  importCount: number,
  tracked: readonly string[] | null,
): void {
  const read = new Set(files.map(({ path }) => path));
  const missed = (tracked ?? []).filter((path) => !read.has(path));
  if (missed.length > 0) {
    throw new Error(
      `only ${read.size} files were read; Git also keeps ${missed.length} more, such as ${missed[0]}`,
    );
  }
  for (const floor of ['contract', 'server', 'web'] as const) {
    if (!files.some(({ path }) => placeOf(path).floor === floor))
      throw new Error(`no file of the ${floor} was read`);
  }
  if (importCount < read.size / 2) {
    throw new Error(`${read.size} files were read, but only ${importCount} imports between them were found`);
  }
}

function byPlace(a: Violation, b: Violation): number {
  return a.path.localeCompare(b.path, 'en') || a.line - b.line;
}
