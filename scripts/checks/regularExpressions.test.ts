import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFaults } from './regularExpressions/findFaults.ts';
import { findPatterns } from './regularExpressions/findPatterns.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet patterns '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = 'apps/server/src/identity/users/names.ts';

/** The faults of one file, as `line: message`. */
async function find(text: string, listed = {}): Promise<string[]> {
  const faults = await findFaults(findPatterns(path, text), join(folder, 'cache.json'), listed);
  return faults.map(({ line, message }) => `${line}: ${message}`);
}

// On a busy machine the checker takes seconds for some.
describe('regular expressions', { timeout: 60_000 }, () => {
  test.each([
    [
      'that grow exponentially',
      'const a = 1;\nexport const b = /^(?:\\p{M}|[\\u0900-\\u0dff])+$/u;',
      '2: exp',
    ],
    ['that grow with the square', 'export const a = /<i[^>]*>/g;', '1: 2nd degree'],
    ['that trim an end', 'export const a = (b: string) => b.replace(/\\s+$/, "");', '1: 2nd degree'],
    ['made with RegExp', "export const a = new RegExp('x+y', 'g');", '1: 2nd degree'],
    [
      'made of constants',
      'const x = 3;\nconst y = /a+/;\nexport const b = RegExp(`^($'.concat('{y}){$', '{x},}$`);'),
      '3: exp',
    ],
    [
      'joined of a list',
      "const a = ['x', 'y+z'] as const;\nexport const b = new RegExp(a.join('|'));",
      '2: 2nd',
    ],
    ['made of what is not known', 'export const a = (b: string) => new RegExp(b);', '1: made of'],
  ])('are found %s', async (_what, text, found) => {
    expect(await find(text)).toEqual([expect.stringContaining(found.slice(3))]);
    expect((await find(text))[0]).toMatch(new RegExp(`^${found.slice(0, 2)}`));
  });

  test('are no fault where they are linear, or listed with their bound', async () => {
    expect(await find('export const a = [/^\\d{1,5}$/, /<i[^<>]*>/g, /(?<!\\s)\\s+$/];')).toEqual([]);
    expect(await find('export const a = /x+y/;', { [path]: { 'x+y': 'at most 20 letters' } })).toEqual([]);
  });

  test('are not listed without need', async () => {
    expect(await find('export const a = /xy/;', { [path]: { 'x+y': 'at most 20 letters' } })).toEqual([
      '1: needs no entry in bounded.ts: x+y',
    ]);
  });
});
