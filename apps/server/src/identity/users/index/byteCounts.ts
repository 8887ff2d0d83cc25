/** The number of lines with each byte and each pair of bytes, for words too short for a trigram index. */
export class ByteCounts {
  readonly #counts = new Uint32Array(256 * 257);
  /** The last line in which each byte or pair was met, so that a line counts once. */
  readonly #metIn = new Uint32Array(256 * 257);
  #line = 0;

  add(line: Uint8Array): void {
    this.#count(line, 1);
  }

  remove(line: Uint8Array): void {
    this.#count(line, -1);
  }

  /** The count of a word of one or two bytes; null for any other. */
  of(word: Uint8Array): number | null {
    const [first = 0, second] = word;
    if (word.length === 1) return this.#counts[first] as number;
    return word.length === 2 ? (this.#counts[pairOf(first, second as number)] as number) : null;
  }

  #count(line: Uint8Array, by: number): void {
    this.#line++;
    let former = -1;
    for (let n = 0; n < line.length; n++) {
      const byte = line[n] as number;
      this.#meet(byte, by);
      if (former >= 0) this.#meet(pairOf(former, byte), by);
      former = byte;
    }
  }

  #meet(at: number, by: number): void {
    if (this.#metIn[at] === this.#line) return;
    this.#metIn[at] = this.#line;
    this.#counts[at] = (this.#counts[at] as number) + by;
  }
}

function pairOf(first: number, second: number): number {
  return 256 + first * 256 + second;
}
