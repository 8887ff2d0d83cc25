import { readFileSync } from 'node:fs';
import { remarkCodes } from '@guichet/contract/learning/learning.remarks';
import { expect, it } from 'vitest';
import { drawPage, pagePath } from '../platformMessages/page.mjs';
import remedies from '../platformMessages/remedies.json' with { type: 'json' };

it('the page of messages is as `npm run platform-messages` makes it of the texts', () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(drawPage());
});

it('each code that a platform is told by says what to do, and no other', () => {
  expect(remarkCodes.length).toBeGreaterThan(100);
  expect(Object.keys(remedies)).toEqual(remarkCodes);
  for (const [code, remedy] of Object.entries(remedies))
    expect(remedy.trim().length, code).toBeGreaterThan(5);
});
