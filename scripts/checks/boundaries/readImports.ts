import {
  cruise,
  type ICruiseResult,
  type IDependency,
  type IForbiddenRuleType,
  type IViolation,
} from 'dependency-cruiser';
import { productRules } from './importRules/productRules.ts';
import { serverRules } from './importRules/serverRules.ts';
import { webRules } from './importRules/webRules.ts';
import type { Import, SourceFile, Violation } from './model.ts';

const forbidden: IForbiddenRuleType[] = [...productRules, ...serverRules, ...webRules].map((rule) => ({
  ...rule,
  severity: 'error',
}));

export interface ImportFindings {
  readonly importCount: number;
  readonly imports: readonly Import[];
  readonly violations: readonly Violation[];
}

type Imports = ReadonlyMap<string, readonly IDependency[]>;

/**
 * Runs dependency-cruiser on `files`, whose paths are relative to `root`, with its rules.
 * @throws when it saw fewer imports than there are
 */
export async function checkImports(root: string, files: readonly SourceFile[]): Promise<ImportFindings> {
  const { modules, summary } = await cruiseFiles(
    root,
    files.map(({ path }) => path),
  );
  const imports = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
  assertAllSeen(files, imports);
  const lines = new Map(files.map(({ path, specifiers }) => [path, specifiers]));
  const lineOf = (path: string, target: string) => {
    const found = imports.get(path)?.find(({ resolved }) => resolved === target);
    return (found && lines.get(path)?.get(specifierOf(found))) ?? 1;
  };
  const own = files.flatMap(({ path: from }) =>
    (imports.get(from) ?? []).map((found) => ({ from, ...found })),
  );
  return {
    importCount: own.filter(({ resolved }) => lines.has(resolved)).length,
    imports: own.map(({ from, resolved: to, dynamic, dependencyTypes }) => ({
      from,
      to,
      line: lineOf(from, to),
      isEager: !dynamic && !dependencyTypes.includes('type-only'),
    })),
    violations: onePerCycle(summary.violations).map(({ from: path, to, rule: { name }, cycle }) => ({
      path,
      line: lineOf(path, to),
      rule: name,
      advice: `${cycle ? [path, ...cycle.map((step) => step.name)].join(' → ') : to}: ${adviceOf(name)}`,
    })),
  };
}

async function cruiseFiles(root: string, paths: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    paths,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden },
      // Parses TypeScript with swc: TypeScript 7 has no API for other programs.
      parser: 'swc',
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.js'],
    },
  );
  return output as ICruiseResult;
}

/** A check that read nothing must fail, not pass. */
function assertAllSeen(files: readonly SourceFile[], imports: Imports): void {
  for (const { path, specifiers } of files) {
    const seen = new Set(imports.get(path)?.map(specifierOf));
    const missed = [...specifiers.keys()].find((specifier) => !seen.has(specifier));
    if (missed !== undefined)
      throw new Error(`${path}: dependency-cruiser did not see the import of ${missed}`);
  }
}

// dependency-cruiser strips `node:`, except where no other package has the name.
function specifierOf({ module }: IDependency): string {
  return module.replace(/^node:/, '');
}

/** Each import of a cycle is a violation of its own; one of them suffices. */
function onePerCycle(violations: readonly IViolation[]): IViolation[] {
  const reported = new Set<string>();
  return violations.filter(({ cycle }) => {
    if (!cycle) return true;
    const key = cycle
      .map(({ name }) => name)
      .sort()
      .join();
    const isNew = !reported.has(key);
    reported.add(key);
    return isNew;
  });
}

function adviceOf(name: string): string {
  return forbidden.find((rule) => rule.name === name)?.comment ?? '';
}
