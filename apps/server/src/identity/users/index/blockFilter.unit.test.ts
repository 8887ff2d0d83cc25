import { describe, expect, it } from 'vitest';
import { BlockFilter } from './blockFilter.ts';

const linesPerBlock = 128;
const blocks = 100;
/** Realistic names and addresses, which share most of their letters. */
const line = (n: number) =>
  Buffer.from(`marie-eve gagnon-${n % 7 ? 'tremblay' : 'lavoie'} marie.gagnon.${n}@etu.example.ca`);

function filled(): BlockFilter {
  const filter = new BlockFilter();
  for (let n = 0; n < blocks * linesPerBlock; n++) filter.add(Math.floor(n / linesPerBlock), line(n));
  return filter;
}

function found(filter: BlockFilter, ...words: string[]): number[] {
  const runs = filter.runsWith(
    words.map((word) => Buffer.from(word)),
    blocks,
  );
  return [...runs].flatMap(({ first, end }) => Array.from({ length: end - first }, (_, n) => first + n));
}

describe('the filter of blocks', () => {
  it('returns the block that holds a rare word and excludes nearly all others', () => {
    const filter = filled();
    for (const n of [0, 777, 4321, 12_799]) {
      const named = found(filter, `gagnon.${n}@etu`);
      expect(named).toContain(Math.floor(n / linesPerBlock));
      expect(named.length).toBeLessThan(blocks / 10);
    }
    expect(found(filter, 'zzqx').length).toBeLessThan(blocks / 10);
  });

  it('returns blocks that hold each of several words', () => {
    const both = found(filled(), 'lavoie', 'gagnon.4321@');
    expect(both).toContain(Math.floor(4321 / linesPerBlock));
    expect(both.length).toBeLessThan(blocks / 10);
  });

  it('returns all blocks as one run for words that occur everywhere, and for words too short', () => {
    const filter = filled();
    for (const word of ['gagnon', 'mar', 'ma', ''])
      expect([...filter.runsWith([Buffer.from(word)], blocks)]).toEqual([{ first: 0, end: blocks }]);
  });
});
