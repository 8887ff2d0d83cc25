import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type StaticExport, type StaticImport, Visitor } from 'oxc-parser';
import { collectHiddenImports } from './hiddenImports.ts';
import type { Import, SourceFile } from './model.ts';
import { resolveSpecifier } from './resolve.ts';
import { collectUses } from './uses.ts';

/** @throws when the file is not valid code: a file that cannot be read is not a file that obeys. */
export function parseSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);

  const lineAt = lineFinder(text);
  const imports: Import[] = [];
  const add = (specifier: string, start: number, kind: Import['kind'], names: readonly string[]) =>
    imports.push({ specifier, line: lineAt(start), kind, names, ...resolveSpecifier(root, path, specifier) });

  for (const found of module.staticImports) {
    add(
      found.moduleRequest.value,
      found.start,
      isTypeOnly(text, found) ? 'type' : 'value',
      importedNames(found),
    );
  }
  for (const found of module.staticExports) {
    const request = found.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (request)
      add(request.value, found.start, isTypeOnly(text, found) ? 'type' : 'value', exportedNames(found));
  }
  const uses: SourceFile['uses'][number][] = [];
  const hidden = collectHiddenImports(add);
  const asked = collectUses((what, text, start) => uses.push({ what, text, line: lineAt(start) }));
  new Visitor(hidden).visit(program);
  new Visitor(asked).visit(program);
  return { path, lineCount: lineAt(text.trimEnd().length), imports, uses };
}

/** `import { type A }` still loads the file; only `import type` does not. */
function isTypeOnly(text: string, { start }: { start: number }): boolean {
  return /^(?:import|export)\s+type\s*[{*\w]/.test(text.slice(start, start + 40));
}

function importedNames({ entries }: StaticImport): string[] {
  return entries.map(({ importName }) =>
    importName.kind === 'Name' ? (importName.name ?? '*') : importName.kind === 'Default' ? 'default' : '*',
  );
}

function exportedNames({ entries }: StaticExport): string[] {
  return entries.map(({ importName }) => (importName.kind === 'Name' ? (importName.name ?? '*') : '*'));
}

function lineFinder(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    const index = ends.findIndex((end) => end >= offset);
    return (index < 0 ? ends.length : index) + 1;
  };
}
