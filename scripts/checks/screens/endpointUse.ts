import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, parseSync, type Statement, Visitor } from 'oxc-parser';
import { placeOf } from '../boundaries/place.ts';
import { listSourceFiles } from '../boundaries/sourceFiles.ts';

/**
 * The contract exports that the pages under `root` use at run time, and the exports that those use: an address built
 * from an endpoint counts as a use. A type import does not.
 */
export function listUsedExports(root: string): ReadonlySet<string> {
  const used = new Set(ownFiles(root, 'web').flatMap((path) => importedFromContract(parse(root, path))));
  const statements = new Map(contractExports(root));
  for (const name of used) {
    const statement = statements.get(name);
    if (statement) for (const other of identifiersIn(statement)) used.add(other);
  }
  return used;
}

/** The statements that export a constant or a function, by its name. */
function contractExports(root: string): [string, Statement][] {
  return ownFiles(root, 'contract').flatMap((path) =>
    parse(root, path).body.flatMap((statement) => {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
      if (declaration?.type === 'FunctionDeclaration')
        return [[nameOf(declaration.id), statement] as [string, Statement]];
      if (declaration?.type !== 'VariableDeclaration') return [];
      return declaration.declarations.map(({ id }) => [nameOf(id), statement] as [string, Statement]);
    }),
  );
}

function importedFromContract({ body }: Program): string[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return [];
    if (!statement.source.value.startsWith('@guichet/contract/')) return [];
    return statement.specifiers.flatMap((specifier) =>
      specifier.type === 'ImportSpecifier' && specifier.importKind !== 'type'
        ? [nameOf(specifier.imported)]
        : [],
    );
  });
}

function identifiersIn(statement: Statement): string[] {
  const names: string[] = [];
  const program = { type: 'Program', body: [statement] } as unknown as Program;
  new Visitor({ Identifier: ({ name }) => names.push(name) }).visit(program);
  return names;
}

function ownFiles(root: string, where: 'contract' | 'web'): string[] {
  return listSourceFiles(root).filter((path) => {
    const place = placeOf(path);
    return place.package === where && !place.isTest && path.includes('/src/');
  });
}

function parse(root: string, path: string): Program {
  return parseSync(path, readFileSync(join(root, path), 'utf8')).program;
}

function nameOf(node: { type: string } | null): string {
  return node?.type === 'Identifier' && 'name' in node ? String(node.name) : '';
}
