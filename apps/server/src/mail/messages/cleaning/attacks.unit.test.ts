import { expect, test } from 'vitest';
import { cleanBody } from '../../richText/cleanBody.ts';
import { attacks } from '../fixtures/attacks.ts';

test('the list contains many kinds of attacks', () => {
  expect(new Set(attacks).size).toBeGreaterThan(140);
});

test.each(attacks)(
  '%s leaves nothing that runs, loads or hides, and is the same when cleaned again',
  (attack) => {
    const clean = cleanBody(attack);
    expect(cleanBody(clean)).toBe(clean);
    const tags = clean.match(/<[^>]*>/g)?.join('') ?? '';
    expect(tags).not.toMatch(
      /<(?:script|img|svg|math|style|iframe|object|form|input|link|meta|base|template)/i,
    );
    expect(tags).not.toMatch(/\son\w+\s*=|script:|data:|url\(|expression|srcset|position/i);
  },
);
