import type { Expression, VisitorObject } from 'oxc-parser';
import type { Import } from './model.ts';

type Add = (specifier: string, start: number, kind: Import['kind'], names: readonly string[]) => void;

/** A specifier that no rule can see through; it resolves to nothing and is reported as such. */
export const unreadable = './(computed)';

/** Finds the imports that are not statements: `import()`, `require()`, `typeof import()`, and files named by address. */
export function collectHiddenImports(add: Add): VisitorObject {
  return {
    ImportExpression: ({ source, start }) => add(textOf(source) ?? unreadable, start, 'lazy', ['*']),
    TSImportType: ({ source, start }) => add(source.value, start, 'type', ['*']),
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type === 'Identifier' && callee.name === 'require') {
        add(textOf(first) ?? unreadable, start, 'value', ['*']);
      }
      // Vite's own way of importing by pattern names no file.
      if (isMember(callee, 'glob') && isImportMeta(callee.object)) add(unreadable, start, 'lazy', ['*']);
    },
    NewExpression: ({ callee, arguments: [first, second], start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'URL') return;
      if (second?.type !== 'MemberExpression' || !isImportMeta(second.object)) return;
      const address = textOf(first);
      if (address && /\.(?:ts|tsx|mjs|js)$/.test(address)) add(address, start, 'address', ['*']);
    },
  };
}

function textOf(node: { type: string } | undefined): string | null {
  if (!node) return null;
  if (node.type === 'Literal' && 'value' in node) return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral' && 'quasis' in node) {
    const quasis = node.quasis as readonly { value: { cooked: string | null } }[];
    return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null;
  }
  return null;
}

function isMember(node: Expression, name: string): node is Extract<Expression, { type: 'MemberExpression' }> {
  return (
    node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === name
  );
}

function isImportMeta(node: { type: string }): boolean {
  return node.type === 'MetaProperty';
}
