import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { listSourceFiles } from '../boundaries/sourceFiles.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const product = /^(?:packages|apps)\/[^/]+\/src\//;
const test = /\.test\.tsx?$|\/fixtures\/|^apps\/web\/src\/testing\//;
const contract = /^packages\/contract\/src\//;
const levelOrder = 'packages/contract/src/core/access.ts';
const languageOrLevel = /^(?:languageId|language|accessLevel)$/;

/**
 * Finds wire numbers (outcomes 44xx and 1002, languages 0/1 and 1/2, levels 0 to 3) outside a codec of the contract, as
 * `path:line number`.
 * @throws when too few files were read, or none of the codecs
 */
export function findWireNumbers(root: string): string[] {
  const found: string[] = [];
  let inCodecs = 0;
  for (const path of listSourceFiles(root).filter((file) => product.test(file) && !test.test(file))) {
    const text = readFileSync(join(root, path), 'utf8');
    const { program, errors } = parseSync(path, text);
    if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
    visit(program as unknown as Node, [], (node, ancestors) => {
      const number = wireNumberOf(node, ancestors, path);
      if (number === null) return;
      if (contract.test(path) && ancestors.some(isCodec)) inCodecs += 1;
      else found.push(`${path}:${text.slice(0, node.start).split('\n').length} ${number}`);
    });
  }
  if (inCodecs === 0)
    throw new Error('no number was found in the codecs of the contract: they were not read');
  return found;
}

function visit(
  node: Node,
  ancestors: readonly Node[],
  seen: (node: Node, ancestors: readonly Node[]) => void,
): void {
  seen(node, ancestors);
  const inside = [...ancestors, node];
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (typeof part === 'object' && part !== null && 'type' in part) visit(part as Node, inside, seen);
    }
  }
}

function wireNumberOf(node: Node, ancestors: readonly Node[], path: string): string | null {
  if (node.type === 'MemberExpression' && nameOf(node.object) === 'levels' && path !== levelOrder)
    return node.computed || nameOf(node.property) === 'indexOf' ? 'levels by their number' : null;
  if (node.type !== 'Literal' || !/^(?:string|number)$/.test(typeof node.value)) return null;
  const value = String(node.value);
  if (/^(?:1002|44\d\d)$/.test(value)) return value;
  return /^[0-3]$/.test(value) && meansLanguageOrLevel(node, ancestors) ? value : null;
}

function meansLanguageOrLevel(node: Node, ancestors: readonly Node[]): boolean {
  const parent = ancestors.at(-1);
  switch (parent?.type) {
    case 'Property':
      return (
        languageOrLevel.test(nameOf(parent.key)) ||
        (/^(?:fr|en)$/.test(nameOf(parent.key)) && numbersLanguages(ancestors.at(-2)))
      );
    case 'BinaryExpression':
      return [parent.left, parent.right].some((side) => languageOrLevel.test(nameOf(side)));
    case 'ConditionalExpression':
      return parent.test !== node && /"value":"(?:fr|en)"/.test(JSON.stringify(parent.test));
    default:
      return false;
  }
}

/** `{ fr: 0, en: 1 }`, but not counts in both languages. */
function numbersLanguages(object: Node | undefined): boolean {
  const properties = (object?.properties ?? []) as readonly Node[];
  const values = properties
    .filter(({ key }) => /^(?:fr|en)$/.test(nameOf(key)))
    .map(({ value }) => (value as Node).value);
  return values.length === 2 && values[0] !== values[1] && values.every((value) => typeof value === 'number');
}

function isCodec({ type, callee }: Node): boolean {
  const called = callee as Node | undefined;
  return type === 'CallExpression' && /codec$/i.test(nameOf(called));
}

/** The name of an identifier, or the last name of `a.b`. */
function nameOf(node: unknown): string {
  const { type, name, value, property } = (node ?? {}) as Node;
  if (type === 'MemberExpression') return nameOf(property);
  return String(type === 'Literal' ? value : (name ?? ''));
}
