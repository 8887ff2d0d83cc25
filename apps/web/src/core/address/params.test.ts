import { expect, test } from 'vitest';
import { choiceParam, dayParam, formatSearch, numberParam, parseSearch, textParam } from './useAddress.ts';

test('an invalid value in the address counts as the default', () => {
  const page = numberParam(1);
  expect(['0', '-3', '2.5', 'deux', '', undefined].map((text) => page.read(text))).toEqual([
    1, 1, 1, 1, 1, 1,
  ]);
  expect(choiceParam(['sent', 'failed'], null).read('lost')).toBeNull();
});

test('a default value is not in the address', () => {
  expect([numberParam(1).write(1), numberParam(null).write(null), textParam.write('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(numberParam(1).write(3)).toBe('3');
});

test('a text that looks like a number stays a text', () => {
  const search = { q: '007', tab: 'users' };
  expect(parseSearch(formatSearch(search))).toEqual(search);
  expect(formatSearch({ q: undefined })).toBe('');
});

test('only a calendar day is a day', () => {
  const read = (text: string) => dayParam.read(text);
  expect(['2028-02-29', '2027-02-29', '2027-2-1', 'hier', '2027-13-01'].map(read)).toEqual([
    '2028-02-29',
    '',
    '',
    '',
    '',
  ]);
});
