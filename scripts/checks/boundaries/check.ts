import type { Rule, SourceFile, Violation } from './model.ts';
import { parseSourceFile } from './parse.ts';
import { placeOf } from './place.ts';
import { checkImports } from './readImports.ts';
import { endpointsStayInDistricts } from './rules/endpoints.ts';
import { foldersFormNoRing } from './rules/folderRings.ts';
import { foldersAreShort } from './rules/folders.ts';
import { importsAreInPlainSight } from './rules/hidden.ts';
import { entryStaysLight } from './rules/lightEntry.ts';
import { machineIsAskedInOnePlace } from './rules/machine.ts';
import { roomsShareNames } from './rules/roomNames.ts';
import { servicesOwnTheirVerbs } from './rules/services.ts';
import { filesHaveShape } from './rules/shape.ts';
import { sqlStaysInQueries } from './rules/sql.ts';
import { tablesHaveOneWriter } from './rules/tables.ts';
import { workersWakeAfterTheCommit } from './rules/wakeUps.ts';
import { listSourceFiles } from './sourceFiles.ts';

/** Rules beyond dependency-cruiser, which sees only the imports of a file. */
const rules: readonly Rule[] = [
  importsAreInPlainSight,
  roomsShareNames,
  sqlStaysInQueries,
  tablesHaveOneWriter,
  machineIsAskedInOnePlace,
  servicesOwnTheirVerbs,
  endpointsStayInDistricts,
  workersWakeAfterTheCommit,
  filesHaveShape,
  foldersAreShort,
];

export interface Findings {
  readonly files: readonly SourceFile[];
  readonly importCount: number;
  readonly violations: readonly Violation[];
}

/** Reads every code file under `root` and checks all rules. @throws when too few could be read */
export async function checkBoundaries(root: string): Promise<Findings> {
  const files = listSourceFiles(root).map((path) => parseSourceFile(root, path));
  for (const name of ['contract', 'server', 'web'] as const) {
    if (!files.some(({ path }) => placeOf(path).package === name))
      throw new Error(`no file of the ${name} was read`);
  }
  const { importCount, imports, violations } = await checkImports(root, files);
  if (importCount < files.length / 2) {
    throw new Error(
      `${files.length} files were read, but only ${importCount} imports between them were found`,
    );
  }
  const all = [
    ...violations,
    ...entryStaysLight(imports),
    ...foldersFormNoRing(imports),
    ...rules.flatMap((rule) => [...rule(files)]),
  ];
  return { files, importCount, violations: all.sort(byPlace) };
}

function byPlace(a: Violation, b: Violation): number {
  return a.path.localeCompare(b.path, 'en') || a.line - b.line;
}
