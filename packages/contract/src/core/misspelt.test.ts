import { expect, it } from 'vitest';
import { readBeginning, slipsBetween } from './misspelt.ts';

it('counts a letter added, left out, replaced or exchanged with its neighbour, two in a long word', () => {
  const between = [
    ['whitefield', 'Owen Whitfeild', 2],
    ['bouchard', 'Julie Bouchar', 1],
    ['gagnom', 'Gagnon', 1],
    ['roi', 'Éloi Roy', null],
    ['roys', 'Éloi Roy', 1],
    ['eloi roys', 'Éloi Roy', 1],
    ['ann whitefield', 'Owen Whitfeild', null],
    ["o'brein", 'Pat O’Brien', 1],
  ] as const;
  for (const [words, name, slips] of between)
    expect([words, slipsBetween(words, name)]).toEqual([words, slips]);
});

it('looks a name up by the beginning of its longest word, and never by a number or a short word', () => {
  expect(['ann whitefield', 'roy', '300111', '%%%%', ''].map(readBeginning)).toEqual([
    'wh',
    null,
    null,
    null,
    null,
  ]);
});
