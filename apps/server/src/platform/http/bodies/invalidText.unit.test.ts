import { expect, it } from 'vitest';
import { findInvalidText } from './invalidText.ts';

it.each([
  ['the character 0', { userName: 'zoe\0' }, 'userName'],
  ['half a pair of surrogates', { firstName: 'Zo\ud83d' }, 'firstName'],
  ['either in a list', { filters: [{}, { searchTerm: '\udc00' }] }, 'filters.1.searchTerm'],
])('finds %s', (_what, fields, path) => {
  expect(findInvalidText(fields)).toEqual({ path, messageKey: 'invalid' });
});

it('lets everything else pass, nested as deep as a body can be', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  for (const fields of [undefined, null, 7, {}, { name: 'Zoé 😀 \u202e', list: [null, 'ﬁ'] }, deep])
    expect(findInvalidText(fields)).toBeNull();
});
