import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';

/** A regular expression in a file; `source` is null where it is known only when the program runs. */
export interface Pattern {
  readonly path: string;
  readonly line: number;
  readonly source: string | null;
  readonly flags: string;
}

/** All regular expressions of a file: literals, and what is passed to `RegExp`, with the constants of the file inserted. */
export function findPatterns(path: string, text: string): Pattern[] {
  const { program } = parseSync(path, text);
  const constants = new Map<string, Expression>();
  const found: Pattern[] = [];
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const note = (callee: unknown, args: readonly unknown[], start: number) => {
    if (!isNamed(callee, 'RegExp')) return;
    const [pattern, flags] = args.map((arg) => textOf(arg, constants));
    const source = pattern ?? null;
    found.push({ path, line: lineAt(start), source, flags: flags ?? '' });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
  }).visit(program);
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ path, line: lineAt(node.start), source: pattern, flags });
    },
    NewExpression: (node) => note(node.callee, node.arguments, node.start),
    CallExpression: (node) => note(node.callee, node.arguments, node.start),
  }).visit(program);
  return found;
}

function isNamed(node: unknown, name: string): boolean {
  const { type, name: own } = node as { type: string; name?: string };
  return type === 'Identifier' && own === name;
}

type Constants = ReadonlyMap<string, Expression>;

/** The text that an expression stands for; undefined where the constants of this file do not tell. */
function textOf(node: unknown, constants: Constants): string | undefined {
  const expression = node as Expression;
  switch (expression.type) {
    case 'Literal':
      return 'regex' in expression ? expression.regex.pattern : String(expression.value);
    case 'Identifier': {
      const constant = constants.get(expression.name);
      return constant && textOf(constant, constants);
    }
    case 'TSAsExpression':
      return textOf(expression.expression, constants);
    // Of a regular expression, its source.
    case 'NewExpression':
      return textOf(expression.arguments[0], constants);
    case 'MemberExpression':
      return isNamed(expression.property, 'source') ? textOf(expression.object, constants) : undefined;
    case 'CallExpression':
      return joinedText(expression, constants);
    case 'TemplateLiteral': {
      const values = expression.expressions.map((each) => textOf(each, constants));
      if (values.includes(undefined)) return;
      return expression.quasis.map(({ value }, at) => (value.cooked ?? '') + (values[at] ?? '')).join('');
    }
  }
}

/** `names.join('|')`, where the names are constants. */
function joinedText({ callee, arguments: [separator] }: CallExpression, constants: Constants) {
  if (callee.type !== 'MemberExpression' || !isNamed(callee.property, 'join')) return;
  const list = listOf(callee.object, constants);
  const parts = list?.map((each) => textOf(each, constants));
  return parts?.includes(undefined) ? undefined : parts?.join(textOf(separator, constants) ?? ',');
}

function listOf(expression: Expression, constants: Constants): readonly unknown[] | undefined {
  if (expression.type === 'ArrayExpression') return expression.elements;
  if (expression.type === 'TSAsExpression') return listOf(expression.expression, constants);
  const constant = expression.type === 'Identifier' && constants.get(expression.name);
  return constant ? listOf(constant, constants) : undefined;
}
