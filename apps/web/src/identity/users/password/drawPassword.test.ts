import { passwordFaults } from '@guichet/contract/identity/passwordRule';
import { expect, test, vi } from 'vitest';
import { drawPassword } from './GivenPasswordFields.tsx';

const drawn = Array.from({ length: 2000 }, () => drawPassword());
const kindOf = (char: string) =>
  /[A-Z]/.test(char) ? 'A' : /\d/.test(char) ? '1' : /[a-z]/.test(char) ? 'a' : '!';
const shapeOf = (password: string) => [...password].map(kindOf).join('');

test('S5.25 a generated password has one uppercase, one digit, one special of the nine and five lowercase', () => {
  for (const password of drawn) {
    expect(password).toMatch(/^[A-Za-z\d!#@$%^&*_]{8}$/);
    expect([...shapeOf(password)].sort().join('')).toBe('!1Aaaaaa');
  }
});

test('a generated password is valid in every form that sets one', () => {
  expect(drawn.flatMap(passwordFaults)).toEqual([]);
});

test('S5.25 the order varies: nearly all of the 84 with a sign between three letters and three occur', () => {
  expect(new Set(drawn.map(shapeOf)).size).toBeGreaterThan(80);
});

test('neither a word nor a name of a program is drawn: no vowel nor what is read as one, no C or P, no letter twice', () => {
  const letters = (password: string) => [...password.toLowerCase()].filter((char) => /[a-z]/.test(char));
  expect(drawn.filter((one) => /[aeiouycp0134!@]/i.test(one))).toEqual([]);
  expect(drawn.filter((one) => new Set(letters(one)).size < 6)).toEqual([]);
});

test('a random word that would favour low numbers is rejected', () => {
  const drawFrom = (words: number[]) => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
      (into as Uint32Array)[0] = words.shift() ?? 0;
      return into;
    });
    return drawPassword();
  };
  const [first = 0, ...others] = Array.from({ length: 10_000 }, (_, place) => place * 7919);
  expect(drawFrom([first, 2 ** 32 - 1, ...others])).toBe(drawFrom([first, ...others]));
  vi.restoreAllMocks();
});
