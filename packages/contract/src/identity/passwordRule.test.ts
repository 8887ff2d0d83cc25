import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { confirmationMatches, isMoreThan, newPasswordFields, passwordFaults } from './passwordRule.ts';

const Form = z.object(newPasswordFields).check(confirmationMatches());

function faultsOf(newPassword: string, confirmNewPassword: string) {
  const issues = z.safeParse(Form, { newPassword, confirmNewPassword }).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a new password', () => {
  test('S5.2 an empty password gives only required', () => {
    expect(passwordFaults('')).toEqual(['required']);
  });

  test.each([
    [7, ['requiredWithLenght']],
    [8, []],
    [25, []],
    [26, ['requiredWithLenght']],
  ])('S5.3 with %i characters breaks %j', (length, faults) => {
    expect(passwordFaults('Aa1!'.padEnd(length, 'x'))).toEqual(faults);
  });

  test('S5.3 a character outside the basic multilingual plane counts once', () => {
    expect(passwordFaults('Aa1!😀😀😀')).toEqual(['requiredWithLenght']);
    expect(passwordFaults('Aa1!😀😀😀😀')).toEqual([]);
  });

  test.each([
    ['S5.4', 'Abcdefg!', 'hasNumber'],
    ['S5.5', 'abcdef1!', 'hasCapitalCase'],
    ['S5.6', 'ABCDEF1!', 'hasSmallCase'],
    ['S5.7', 'Abcdefg1', 'hasSpecialCharacters'],
    ['S5.7', 'Abcdef1-', 'hasSpecialCharacters'],
  ])('%s “%s” lacks %s alone', (_row, password, fault) => {
    expect(passwordFaults(password)).toEqual([fault]);
  });

  test.each([...'!@#$%^&*_'])('S5.7 %s alone is special enough', (special) => {
    expect(passwordFaults(`Abcdef1${special}`)).toEqual([]);
  });

  test('all broken rules are returned, in the order of the form', () => {
    expect(passwordFaults('-')).toEqual([
      'requiredWithLenght',
      'hasNumber',
      'hasCapitalCase',
      'hasSmallCase',
      'hasSpecialCharacters',
    ]);
  });

  test('S5.8 the confirmation is required and must match', () => {
    expect(faultsOf('Abcdef1!', 'Abcdef1!')).toEqual([]);
    expect(faultsOf('Abcdef1!', '')).toEqual(['confirmNewPassword: required']);
    expect(faultsOf('Abcdef1!', 'Abcdef1?')).toEqual(['confirmNewPassword: mustMatch']);
  });
});

test.each([
  ['', false],
  ['Cote#2027', false],
  ['Zoé-Côté-27!', false],
  ['Demo#Cote1X', true],
  ['Cote#2027Xy', false],
  ['Abcdef1!', true],
  ['Cote#Brouillard7', true],
])('of zoe.cote@demo.example, “%s” is more than the address: %s', (password, isMore) => {
  expect(isMoreThan('zoe.cote@demo.example', password)).toBe(isMore);
});

test('a name counts like the address, and the domain does not', () => {
  const isMore = (password: string) => isMoreThan('zc27@demo.example Zoé Côté', password);
  expect(['Cote#2027', 'Zoé-Côté-27!', 'Demo#2027'].map(isMore)).toEqual([false, false, true]);
});
