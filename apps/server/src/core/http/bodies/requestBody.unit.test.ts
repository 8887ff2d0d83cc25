import { expect, it } from 'vitest';
import { findInvalidText } from './requestBody.ts';

it.each([
  ['the character 0', { userName: 'zoe\0' }, 'userName'],
  ['a lone surrogate', { firstName: 'Zo\ud83d' }, 'firstName'],
  ['either in a list', { filters: [{}, { searchTerm: '\udc00' }] }, 'filters.1.searchTerm'],
])('finds %s', (_what, fields, path) => {
  expect(findInvalidText(fields)).toEqual({ path, messageKey: 'invalid' });
});

it('accepts everything else, however deeply nested', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  for (const fields of [undefined, null, 7, {}, { name: 'Zoé 😀 \u202e', list: [null, 'ﬁ'] }, deep])
    expect(findInvalidText(fields)).toBeNull();
});
