import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likePattern } from './foldedText.ts';

test('escapes the wildcards of LIKE', () => {
  expect(likePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});

test('unescapes to the term', () => {
  fc.assert(
    fc.property(fc.string(), (term) => {
      expect(likePattern(term).slice(1, -1).replaceAll(/\\(.)/gsu, '$1')).toBe(term);
    }),
  );
});
