import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { levelNumber, levels, roleReaches } from './access.ts';
import { contentLanguageId, formLanguageId, otherLanguage } from './language.ts';

describe('wire numbers', () => {
  test.each([
    ['forms', 1, 2, formLanguageId],
    ['content', 0, 1, contentLanguageId],
  ])(
    'S9.2 in %s French is %i, English %i, as number or text, and nothing else is a language',
    (_where, french, english, codec) => {
      for (const [wire, language] of [
        [french, 'fr'],
        [english, 'en'],
      ] as const) {
        expect(z.decode(codec, wire as never)).toBe(language);
        expect(z.decode(codec, String(wire) as never)).toBe(language);
        expect(z.encode(codec, language)).toBe(wire);
      }
      for (const wrong of [3, -1, 1.5, '', 'fr', ' 1', '01', null, true]) {
        expect(z.safeParse(codec, wrong).success).toBe(false);
      }
    },
  );

  test('S9.2 the two language numberings differ', () => {
    expect(z.decode(formLanguageId, 1)).not.toBe(z.decode(contentLanguageId, 1));
  });

  test('levels are encoded as 0 to 3, and an unknown one decodes to no level', () => {
    expect(levels.map((level) => z.encode(levelNumber, level))).toEqual([0, 1, 2, 3]);
    expect(levels.map((_, number) => z.decode(levelNumber, number as 0))).toEqual([...levels]);
    for (const wrong of [4, -1, 'admin', null]) expect(z.safeParse(levelNumber, wrong).success).toBe(false);
  });
});

test('each role has its own level and the lower ones, and no higher one', () => {
  const reached = (role: Parameters<typeof roleReaches>[0]) =>
    levels.filter((level) => roleReaches(role, level));
  expect(reached('student')).toEqual(['participant']);
  expect(reached('support')).toEqual(['participant', 'support']);
  expect(reached('admin')).toEqual(['participant', 'support', 'admin']);
  expect(reached('superAdmin')).toEqual([...levels]);
});

test('otherLanguage returns the other language', () => {
  expect([otherLanguage('fr'), otherLanguage('en')]).toEqual(['en', 'fr']);
});
