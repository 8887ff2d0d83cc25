import { expect, test } from 'vitest';
import { compareTexts } from './MarkedText.tsx';

const own = (stretches: readonly { text: string; isOwn: boolean }[]) =>
  stretches.filter(({ isOwn }) => isOwn).map(({ text }) => text);
const said = (stretches: readonly { text: string }[]) => stretches.map(({ text }) => text).join('');

test('each text keeps every word, and words missing in the other are marked', () => {
  const [mine, theirs] = [
    'Apportez une pièce d’identité.\nMerci.',
    'Apportez deux pièces d’identité.\nMerci.',
  ];
  const { left, right, isSame } = compareTexts(mine, theirs);
  expect([said(left), said(right), isSame]).toEqual([mine, theirs, false]);
  expect(own(left).join(' ')).toContain('une');
  expect(own(right).join(' ')).toContain('deux');
  expect(own(right).join(' ')).not.toContain('Merci');
});

test('a text that is only longer, empty or equal', () => {
  expect(own(compareTexts('Bonjour', 'Bonjour à tous').left)).toEqual([]);
  expect(compareTexts('', 'Bonjour').right).toEqual([{ text: 'Bonjour', isOwn: true }]);
  expect(compareTexts('a b', 'a b')).toMatchObject({ isSame: true });
});

test('long texts with nothing in common are marked whole, quickly', () => {
  const words = (letter: string) => Array.from({ length: 20_000 }, (_, n) => `${letter}${n}`).join(' ');
  const since = performance.now();
  const { left, right } = compareTexts(words('a'), words('b'));
  expect(performance.now() - since).toBeLessThan(4000);
  expect(said(left).length + said(right).length).toBeGreaterThan(200_000);
});
