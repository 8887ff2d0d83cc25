import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remarkCodes } from '@guichet/contract/learning/learning.remarks';
import { expect, it } from 'vitest';
import { root } from '../setup/place.mjs';

const page = readFileSync(join(root, 'docs/platform-messages.md'), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (.+?)<br>(.+?) \| (.+) \|$/gm)].map(([, code = '', ...cells]) => [
    code,
    cells,
  ]),
);

function readTexts(language: 'fr' | 'en'): Record<string, string> {
  return JSON.parse(readFileSync(join(root, `apps/web/public/assets/i18n/${language}.json`), 'utf8'));
}

it('the page of messages has a row for each code that a platform is told by, and no other', () => {
  expect(remarkCodes.length).toBeGreaterThan(100);
  expect([...rows.keys()].sort()).toEqual([...remarkCodes].sort());
});

it('each row has the words that the portal shows in both languages, and says what to do', () => {
  const [fr, en] = [readTexts('fr'), readTexts('en')];
  const shown = remarkCodes.map((code) => [
    code,
    [fr[`Platforms.Remark.${code}`], en[`Platforms.Remark.${code}`]],
  ]);
  expect([...rows].map(([code, [french, english]]) => [code, [french, english]])).toEqual(shown);
  for (const [code, [, , todo = '']] of rows) expect(todo.trim().length, code).toBeGreaterThan(5);
});
