import { expect, test } from 'vitest';
import { isTelephone, telephoneHref, withoutBreaks } from './telephone.ts';

test.each([
  ['613 555-0100', 'tel:6135550100'],
  ['(613) 555-0100', 'tel:6135550100'],
  ['+1 613.555.0100', 'tel:+16135550100'],
  ['+33 (0)1 23 45 67 89', 'tel:+330123456789'],
  ['613 555-0100, poste 1234', 'tel:6135550100;ext=1234'],
  ['613-555-0100 ext. 12', 'tel:6135550100;ext=12'],
  ['613-555-0100 x12', 'tel:6135550100;ext=12'],
  ['613 555 0100 #4', 'tel:6135550100;ext=4'],
  ['613\u00A0555-0100, poste\u00A07', 'tel:6135550100;ext=7'],
])('%s is a telephone number, and calls %s', (text, href) => {
  expect([isTelephone(text), telephoneHref(text)]).toEqual([true, href]);
});

test.each([
  'bureau 204',
  '613',
  '613 555-0100 ou 613 555-0101',
  'aide@exemple.ca',
  '1-800-APPELEZ',
  '613 555-0100 poste',
  '1234567890123456',
])('%s is none', (text) => {
  expect(isTelephone(text)).toBe(false);
});

test('a text that was stored before numbers were checked still calls its digits', () => {
  expect(telephoneHref('613 555-0100 (accueil)')).toBe('tel:6135550100');
});

test.each([
  ['613 555-0100, poste 12', '613\u00a0555-0100, poste 12'],
  ['+33 1 23 45 67 89', '+33\u00a01\u00a023\u00a045\u00a067\u00a089'],
  ['bureau 204', 'bureau 204'],
])('%s breaks nowhere inside the number, and calls it', (text, unbroken) => {
  expect(withoutBreaks(text)).toBe(unbroken);
  expect(telephoneHref(unbroken)).toBe(telephoneHref(text));
});
