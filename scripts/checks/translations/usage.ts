import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser';

/** How one source file uses the texts. */
export interface Usage {
  /** Every string literal in the file: a key may be in a table and reach `t` later. */
  readonly literals: ReadonlySet<string>;
  readonly calls: readonly TextCall[];
  /** Composed keys as patterns: `t(`MailState.${state}`)`. */
  readonly patterns: readonly RegExp[];
}

export interface TextCall {
  readonly key: string;
  readonly line: number;
  /** The parameters given, or null when they are not static. */
  readonly parameters: readonly string[] | null;
}

/** Extracts how a file of the pages uses the texts. */
export function readUsage(path: string, source: string): Usage {
  const literals = new Set<string>();
  const calls: TextCall[] = [];
  const patterns: RegExp[] = [];
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') literals.add(value);
    },
    CallExpression: ({ callee, arguments: [first, second], start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 't' || !first) return;
      for (const node of branches(first)) {
        if (node.type === 'Literal' && typeof node.value === 'string') {
          calls.push({ key: node.value, line: lineAt(start), parameters: parameterNames(second) });
        } else if (node.type === 'TemplateLiteral') {
          const parts = node.quasis.map(({ value }) =>
            (value.cooked ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
          );
          patterns.push(new RegExp(`^${parts.join('.+')}$`));
        }
      }
    },
  }).visit(parseSync(path, source).program);
  return { literals, calls, patterns };
}

/** Both branches of a choice: `t(isAdmin ? 'A' : 'B')`. */
function branches(node: Argument): (Argument | Expression)[] {
  return node.type === 'ConditionalExpression'
    ? [...branches(node.consequent), ...branches(node.alternate)]
    : [node];
}

function parameterNames(node: Argument | undefined): string[] | null {
  if (!node) return [];
  if (node.type !== 'ObjectExpression') return null;
  const names: string[] = [];
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.computed) return null;
    names.push(property.key.name);
  }
  return names;
}
