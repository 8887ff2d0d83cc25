import { parseSync } from 'oxc-parser';

export interface NounFunction {
  readonly line: number;
  readonly name: string;
}

const ending = /[a-z]Of$/;

type Statement = ReturnType<typeof parseSync>['program']['body'][number];

/** The exported functions of a file that are named by a noun, such as `causeOf`; a function's name is a verb. */
export function findNounFunctions(path: string, source: string): NounFunction[] {
  return parseSync(path, source)
    .program.body.flatMap(listExportedFunctions)
    .filter(({ name }) => ending.test(name))
    .map(({ name, start }) => ({ name, line: source.slice(0, start).split('\n').length }));
}

function listExportedFunctions(statement: Statement): readonly { name: string; start: number }[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration } = statement;
  if (declaration?.type === 'FunctionDeclaration') return declaration.id ? [declaration.id] : [];
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' ? [id] : [],
  );
}
