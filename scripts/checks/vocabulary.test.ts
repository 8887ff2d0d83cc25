import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findNounFunctions } from './vocabulary/findNounFunctions.ts';
import { findOldWords } from './vocabulary/findOldWords.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guichet vocabulary '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The findings in one file, as `line name`. */
function find(path: string, text: string): string[] {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return findOldWords(root, [path]).map(({ line, name }) => `${line} ${name}`);
}

const file = 'apps/server/src/identity/users/list.ts';

describe('old words', () => {
  test.each([
    ['in a longer name', 'const a = 1;\nexport const openShutter = a;', '2 openShutter'],
    ['as a type', 'export interface Whence {}', '1 Whence'],
    ['of several words', 'declare const b: any; b.keepBooksAtOnce();', '1 keepBooksAtOnce'],
    ['as a private field', 'class A {\n  #depot = 1;\n}', '2 depot'],
    ['as a key', 'export const a = { verdict: 1 };', '1 verdict'],
    ['as a parameter', 'export const f = (whence: number) => whence;', '1 whence'],
    ['in a translation key', "export const a = 'WayOut.Held';", '1 WayOut.Held'],
    ['in the path of an endpoint', "export const a = 'GET /api/door/:id';", '1 GET /api/door/:id'],
    ['in the name of a column', "export const a = 'mail_depot_id';", '1 mail_depot_id'],
  ])('are found %s', (_where, text, found) => {
    expect(find(file, text)).toEqual([found]);
  });

  test('are found in names of files and folders', () => {
    expect(find('apps/server/src/mail/outbox/depot.ts', 'export {};')).toEqual(['1 depot.ts']);
    expect(find('scripts/plants/a.ts', 'export {};')).toEqual(['1 plants']);
    expect(find('apps/server/src/core/runtime/rest.unit.test.ts', 'export {};')).toEqual([
      '1 rest.unit.test.ts',
    ]);
  });

  test('are no finding where they are ordinary English, or part of the language', () => {
    expect(
      find(
        file,
        "const { a, ...rest } = Object.freeze({ a: Math.floor(1), hasRoom: 'house' }); // the house\nexport const standIn = [a, rest];",
      ),
    ).toEqual([]);
    expect(find('apps/web/src/core/arrival.ts', 'export const arrival = 1;')).toEqual([]);
  });

  test('stay where somebody outside the code holds the name', () => {
    expect(find(file, "export const role = 'guichet_walled';")).toEqual([]);
  });
});

describe('functions named by a noun', () => {
  test('are found where they are exported', () => {
    const source = [
      'export function causeOf(a: string) { return a; }',
      'export const nameOf = (a: string) => a;',
      'export async function readCause() {}',
      "export const readMailOf = { path: '/api/mail' };",
      'function partOf() {}',
    ].join('\n');
    expect(findNounFunctions(file, source)).toEqual([
      { line: 1, name: 'causeOf' },
      { line: 2, name: 'nameOf' },
    ]);
  });
});
