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

test('S5.25 nearly all of the 336 orders of kinds occur, and every character of each kind', () => {
  expect(new Set(drawn.map(shapeOf)).size).toBeGreaterThan(320);
  expect(new Set(drawn.join(''))).toHaveLength(26 + 26 + 10 + 9);
});

test('a random word that would favour low numbers is rejected', () => {
  const words = [2 ** 32 - 1, ...Array<number>(15).fill(0)];
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
    (into as Uint32Array)[0] = words.shift() ?? 0;
    return into;
  });
  drawPassword();
  expect(words).toHaveLength(0);
  vi.restoreAllMocks();
});
