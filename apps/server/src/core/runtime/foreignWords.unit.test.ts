import { expect, it } from 'vitest';
import { presentWords } from './foreignWords.ts';

it.each([
  ['one line', '550 5.1.1\r\n\tNo such\u2028user ', '550 5.1.1 No such user'],
  ['accents as they are', 'Adresse refusée\u00a0: «é»', 'Adresse refusée\u00a0: «é»'],
  ['nothing that turns the direction', 'x\u202egnp.exe \u2066a\u2069\u200fb\u061c', 'xgnp.exe ab'],
  ['no half of a character', `${'a'.repeat(19)}😀b`, `${'a'.repeat(19)}😀`],
  ['no half that came', 'a\ud83d', 'a\ufffd'],
])('words of another system are %s', (_name, words, presented) => {
  expect(presentWords(words, words.includes('😀') ? 20 : 100)).toBe(presented);
});

it('a long text costs no more than what is kept of it', () => {
  const long = Buffer.alloc(64_000_000, 'é').toString();
  const began = performance.now();
  expect(presentWords(long, 300)).toHaveLength(300);
  expect(performance.now() - began).toBeLessThan(50);
});
