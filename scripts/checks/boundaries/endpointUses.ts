import type { ImportDeclaration, VisitorObject } from 'oxc-parser';
import type { Use } from './model.ts';

type Add = (what: Use['what'], text: string, start: number) => void;

const contract = '@guichet/contract/';

/**
 * Finds what a file states with `endpoint(…)`, and the values of the contract that it passes on whole, as a call of an endpoint
 * does. A part of an endpoint, such as the schema of its body, and its type are no call.
 */
export function collectEndpointUses(add: Add): VisitorObject {
  const imported = new Map<string, string>();
  const parts = new Set<number>();
  return {
    ImportDeclaration: ({ importKind, source, specifiers }: ImportDeclaration) => {
      if (importKind === 'type' || !source.value.startsWith(contract)) return;
      for (const specifier of specifiers) {
        if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type') continue;
        imported.set(specifier.local.name, source.value.slice(contract.length));
        parts.add(specifier.local.start).add(specifier.imported.start);
      }
    },
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
      if (init.callee.type === 'Identifier' && init.callee.name === 'endpoint')
        add('endpoint', id.name, start);
    },
    MemberExpression: ({ object }) => void parts.add(object.start),
    TSTypeQuery: ({ exprName }) => void parts.add(exprName.start),
    Identifier: ({ name, start }) => {
      const module = imported.get(name);
      if (module && !parts.has(start)) add('contractValue', `${module} ${name}`, start);
    },
  };
}
