import { extended } from './packedRows.ts';

/** Bytes per group (n-gram): words shorter than a group exclude no block; shorter groups occur in every block. */
const groupSize = 4;
const bitsPerBlock = 4096;
const numbersPerBlock = bitsPerBlock / 32;
/** 2³² divided by the golden ratio (Fibonacci hashing): the upper bits of the product are spread best. */
const spread = 0x9e3779b1;
const unusedBits = 32 - Math.log2(bitsPerBlock);

/** A run of blocks: `first` inclusive, `end` exclusive. */
export interface Run {
  readonly first: number;
  readonly end: number;
}

/** A Bloom filter per block of lines over groups of four bytes: no false negatives, few false positives. */
export class BlockFilter {
  #bits = new Uint32Array();

  add(block: number, line: Buffer): void {
    const start = block * numbersPerBlock;
    const end = start + numbersPerBlock;
    if (end > this.#bits.length) this.#bits = extended(this.#bits, end);
    for (let from = 0; from <= line.length - groupSize; from++) {
      const bit = bitOf(line, from);
      const at = start + (bit >>> 5);
      this.#bits[at] = (this.#bits[at] as number) | (1 << bit);
    }
  }

  /** The blocks among the first `blocks` in which each of these words may occur. */
  *runsWith(words: readonly Buffer[], blocks: number): Generator<Run> {
    const asked = bitsOfAll(words);
    for (let first = 0, end = 0; ; first = end + 1) {
      while (first < blocks && !this.#hasAll(first, asked)) first++;
      if (first >= blocks) return;
      end = first + 1;
      while (end < blocks && this.#hasAll(end, asked)) end++;
      yield { first, end };
    }
  }

  #hasAll(block: number, bits: Uint16Array): boolean {
    const start = block * numbersPerBlock;
    for (const bit of bits)
      if (((this.#bits[start + (bit >>> 5)] as number) & (1 << bit)) === 0) return false;
    return true;
  }
}

/** The bit of the group of bytes that begins at `at`. */
function bitOf(bytes: Buffer, at: number): number {
  return Math.imul(bytes.readInt32LE(at), spread) >>> unusedBits;
}

function bitsOfAll(words: readonly Buffer[]): Uint16Array {
  const bits = new Set<number>();
  for (const word of words) for (let at = 0; at <= word.length - groupSize; at++) bits.add(bitOf(word, at));
  return Uint16Array.from(bits);
}
