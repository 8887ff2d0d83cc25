import type { Expression, MemberExpression, VisitorObject } from 'oxc-parser';
import type { Use } from './model.ts';

type Add = (what: Use['what'], text: string, start: number) => void;

const chanceNames = [
  'randomUUID',
  'randomBytes',
  'randomInt',
  'randomFill',
  'randomFillSync',
  'getRandomValues',
];
const statements = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const writingStatements = statements.slice(1);
// `for update skip locked` and `do update set` name no table to write.
const writingSql =
  /\b(?:(?:insert|merge)\s+into\s+|delete\s+from\s+|update\s+(?=\w+\s+(?:(?:as\s+)?\w+\s+)?set\b)(?!set\b))([a-z_]+)/gi;
const cryptoModules = ['crypto', 'node:crypto'];
const processModules = ['process', 'node:process'];

/** Finds uses of the environment, time, chance or the database, under whatever name they were imported. */
export function collectUses(add: Add): VisitorObject {
  const cryptoObjects = new Set(['crypto', 'webcrypto']);
  const processObjects = new Set(['process']);
  return {
    ImportDeclaration: ({ source, specifiers, start }) => {
      const objects = cryptoModules.includes(source.value)
        ? cryptoObjects
        : processModules.includes(source.value)
          ? processObjects
          : null;
      if (!objects) return;
      for (const specifier of specifiers) {
        if (specifier.type !== 'ImportSpecifier') objects.add(specifier.local.name);
        else if (objects === processObjects && nameOf(specifier.imported) === 'env')
          add('environment', 'env', start);
        else if (chanceNames.includes(nameOf(specifier.imported)))
          add('chance', nameOf(specifier.imported), start);
      }
    },
    MemberExpression: (node) => {
      const property = propertyOf(node);
      const object = ownerOf(node.object);
      if (processObjects.has(object) && property === 'env') add('environment', 'process.env', node.start);
      if (object === 'Date' && property === 'now') add('clock', 'Date.now', node.start);
      if (statements.includes(property)) add('sql', property, node.start);
      if (property === 'notify' && lastNameOf(node.object) === 'notifier')
        add('notify', 'notifier.notify', node.start);
      if (object === 'Math' && property === 'random') add('chance', 'Math.random', node.start);
      if (cryptoObjects.has(object) && chanceNames.includes(property))
        add('chance', `crypto.${property}`, node.start);
    },
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type !== 'ObjectPattern' || !init || !processObjects.has(ownerOf(init))) return;
      const takesEnv = id.properties.some((part) => part.type === 'Property' && nameOf(part.key) === 'env');
      if (takesEnv) add('environment', 'process.env', start);
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      // `new Date(value)` only parses its argument.
      if (ownerOf(callee) === 'Date' && given.length === 0) add('clock', 'new Date()', start);
    },
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type === 'MemberExpression' && writingStatements.includes(propertyOf(callee)) && first) {
        if (first.type === 'Literal') add('tableWrite', String(first.value).split(' ')[0] ?? '', start);
      }
      if (ownerOf(callee) === 'Date' && callee.type === 'Identifier') add('clock', 'Date()', start);
    },
    TaggedTemplateExpression: ({ tag, quasi, start }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      const text = quasi.quasis.map(({ value }) => value.raw).join('?');
      for (const [, table] of text.matchAll(writingSql)) if (table) add('tableWrite', table, start);
    },
  };
}

/** The last name of `a`, `globalThis.a`. */
function ownerOf(node: Expression | { type: string }): string {
  if (node.type === 'Identifier' && 'name' in node) return String(node.name);
  if (node.type !== 'MemberExpression') return '';
  const member = node as MemberExpression;
  return ownerOf(member.object) === 'globalThis' ? propertyOf(member) : '';
}

function lastNameOf(node: Expression): string {
  return node.type === 'MemberExpression' ? propertyOf(node) : nameOf(node);
}

function propertyOf({ property }: MemberExpression): string {
  return nameOf(property);
}

function nameOf(node: { type: string }): string {
  if (node.type === 'Identifier' && 'name' in node) return String(node.name);
  return node.type === 'Literal' && 'value' in node ? String(node.value) : '';
}
