import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { collectEndpointUses } from './endpointUses.ts';
import { collectHiddenImports } from './hiddenImports.ts';
import type { SourceFile } from './model.ts';
import { collectUses } from './uses.ts';

/** @throws on a syntax error: a file that cannot be parsed must not pass */
export function parseSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);

  const lineAt = lineFinder(text);
  const uses: SourceFile['uses'][number][] = [];
  const use = (what: SourceFile['uses'][number]['what'], text: string, start: number) =>
    uses.push({ what, text, line: lineAt(start) });
  const specifiers = new Map<string, number>();
  const specifier = (name: string, start: number) => {
    const bare = name.replace(/^node:/, '');
    if (!specifiers.has(bare)) specifiers.set(bare, lineAt(start));
  };
  for (const { moduleRequest, start } of module.staticImports) specifier(moduleRequest.value, start);
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, importName, exportName } of entries) {
      if (!moduleRequest) continue;
      specifier(moduleRequest.value, start);
      const isRenamed = importName.kind === 'Name' && importName.name !== exportName.name;
      if (isRenamed) use('renamedExport', `${importName.name} as ${exportName.name}`, start);
    }
  }
  new Visitor(collectHiddenImports({ specifier, use })).visit(program);
  new Visitor(collectUses(use)).visit(program);
  new Visitor(collectEndpointUses(use)).visit(program);
  return { path, lineCount: lineAt(text.trimEnd().length), specifiers, uses };
}

function lineFinder(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    const index = ends.findIndex((end) => end >= offset);
    return (index < 0 ? ends.length : index) + 1;
  };
}
