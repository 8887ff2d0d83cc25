import type { Expression, VisitorObject } from 'oxc-parser';
import type { Use } from './model.ts';

interface Found {
  /** An import whose target is a string literal. */
  specifier(specifier: string, start: number): void;
  use(what: Use['what'], text: string, start: number): void;
}

/** Finds dynamic imports, and references to files that no import rule sees. */
export function collectHiddenImports({ specifier, use }: Found): VisitorObject {
  return {
    ImportExpression: ({ source, start }) => {
      const text = textOf(source);
      if (text === null) use('hiddenImport', 'import() of a computed path', start);
      else specifier(text, start);
    },
    TSImportType: ({ source, start }) => {
      if (/^\.|^@guichet\//.test(source.value))
        use('hiddenImport', `import('${source.value}') as a type`, start);
    },
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type === 'Identifier' && callee.name === 'require') {
        const text = textOf(first);
        if (text === null) use('hiddenImport', 'require() of a computed path', start);
        else specifier(text, start);
      }
      if (isMember(callee, 'glob') && isImportMeta(callee.object))
        use('hiddenImport', 'import.meta.glob', start);
    },
    NewExpression: ({ callee, arguments: [first, second], start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'URL') return;
      if (second?.type !== 'MemberExpression' || !isImportMeta(second.object)) return;
      const address = textOf(first);
      if (address && /\.(?:ts|tsx|mjs|js)$/.test(address)) use('fileAddress', address, start);
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
