import { blockBytes } from './cutFiles.ts';

/** checksumBaseOffsets of PostgreSQL (`storage/checksum_impl.h`) */
const offsets = Uint32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);
const prime = 16777619;
/** The word that holds the checksum itself in its lower half, which counts as zero. */
const ownWord = 2;

/** The checksum of a block with this number in its table, as PostgreSQL writes it into the block: FNV-1a on 32 columns. */
export function blockChecksum(block: Buffer, number: number): number {
  const words = new Uint32Array(blockBytes / 4 + 2 * offsets.length);
  words.set(new Uint32Array(block.buffer, block.byteOffset, blockBytes / 4));
  words[ownWord] = (words[ownWord] as number) & 0xffff0000;
  const sums = Uint32Array.from(offsets);
  for (let at = 0; at < words.length; at++) {
    const column = at % offsets.length;
    const mixed = (sums[column] as number) ^ (words[at] as number);
    sums[column] = Math.imul(mixed, prime) ^ (mixed >>> 17);
  }
  const sum = sums.reduce((all, each) => all ^ each, 0);
  return (((sum ^ number) >>> 0) % 65535) + 1;
}
