import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { freeCoursePrefix, mailFields, makeSlug, optionalNumber, requiredNumber } from './systemFields.ts';

test.each([
  ['Droit', 'droit', 'Droit'],
  ['Faculté de droit', 'faculte-de-droit', 'FDD'],
  ['  L’École d’œnologie – été  ', 'l-ecole-d-oenologie-ete', 'LEDOE'],
  ['CGPP/Odell', 'cgpp-odell', 'CO'],
  ['日本語', '', ''],
  ['a'.repeat(90), 'a'.repeat(40), 'a'.repeat(20)],
  [`${'a'.repeat(39)} bcd`, 'a'.repeat(39), 'AB'],
])('%j has the address %j and the prefix %j', (name, slug, prefix) => {
  expect(makeSlug(name)).toBe(slug);
  expect(freeCoursePrefix(name, [])).toBe(prefix);
});

test.each([
  ['Droit civil', ['DC'], 'DC2'],
  ['Droit civil', ['dc', 'DC2', 'dc4'], 'DC3'],
  ['Droit', ['DC'], 'Droit'],
  ['a'.repeat(90), ['a'.repeat(20)], `${'a'.repeat(19)}2`],
])('S5.20 %j beside %j takes the prefix %j', (name, taken, prefix) => {
  expect(
    freeCoursePrefix(
      name,
      taken.map((coursePrefix) => ({ coursePrefix })),
    ),
  ).toBe(prefix);
});

describe('S3.9 a number', () => {
  test.each([12, '12', ' 12 '])('may come as %j', (wire) => {
    expect(z.decode(requiredNumber, wire as never)).toBe(12);
    expect(z.decode(optionalNumber, wire as never)).toBe(12);
  });

  test.each([0, -1, 1.5, 1e9, '1e3', 'x', true, [1]])('is not %j', (wire) => {
    for (const schema of [requiredNumber, optionalNumber])
      expect(z.safeDecode(schema, wire as never).error?.issues[0]?.message).toBe('wholeNumber');
  });

  test('may be empty only where it is optional', () => {
    for (const nothing of [null, '']) {
      expect(z.decode(optionalNumber, nothing as never)).toBeNull();
      expect(z.safeDecode(requiredNumber, nothing as never).success).toBe(false);
    }
    expect(z.decode(optionalNumber, undefined)).toBeUndefined();
  });
});

test('a telephone is one number, with its extension, or empty', () => {
  for (const phone of ['', '613 555-0100', '+33 1 23 45 67 89', ' 613 555-0100, poste 12 '])
    expect(z.safeDecode(mailFields.phone, phone).success).toBe(true);
  for (const phone of ['bureau 204', '613 555-0100 et 613 555-0101'])
    expect(z.safeDecode(mailFields.phone, phone).error?.issues[0]?.message).toBe('telephone');
});
