import { BlockFilter } from './blockFilter.ts';
import { ByteCounts } from './byteCounts.ts';
import { extended, extendedBytes } from './extended.ts';
import { inOrder, type Person, readPeople } from './peopleText.ts';
import { type Range, within } from './ranges.ts';

/** The expected size; more is accepted at the cost of a copy. */
export interface Expected {
  readonly people: number;
  /** Bytes of all texts with their line feeds. */
  readonly bytes: number;
}

export interface Matches {
  readonly ids: number[];
  readonly total: number;
}

const usual = {
  /** Changes held beside the packed run before it is rebuilt. */
  fewChanges: 5000,
  /** Lines per block: fewer save reading, more save memory (512 bytes per block). */
  linesPerBlock: 128,
};

/** People per change that may be held beside the run. */
const peoplePerChange = 50;

const lineFeed = 0x0a;
const space = 0x20;
const digitZero = 0x30;

/**
 * All folded texts in one run of bytes, sorted by folded name and id, each ended by a line feed, which no folded text
 * contains. A search scans the blocks that may hold its words and yields sorted matches. Changes are held beside the
 * run until there are many.
 */
export class PackedPeople {
  #bytes: Buffer;
  #length = 0;
  /** The end offset of each line, after its line feed. */
  #ends: Uint32Array;
  #ids: Uint32Array;
  #rows = 0;
  #counts = new ByteCounts();
  #blocks: BlockFilter;
  /** Lines that are removed or replaced. */
  #hidden = new Set<number>();
  /** Sorted. */
  #added: Person[] = [];
  readonly #packing: typeof usual;

  constructor({ people, bytes }: Expected, packing: Partial<typeof usual> = {}) {
    this.#packing = { ...usual, ...packing };
    this.#bytes = Buffer.allocUnsafeSlow(bytes).fill(0);
    this.#ends = new Uint32Array(people);
    this.#ids = new Uint32Array(people);
    this.#blocks = new BlockFilter(this.#blockOf(people) + 1);
  }

  /** Appends the next people in order, in the format of `readPeople`. @throws RangeError for an id above 32 bits */
  append(people: Uint8Array): void {
    let isText = false;
    let id = 0;
    for (const byte of people) {
      if (isText) this.#appendByte(byte);
      else if (byte !== space) id = id * 10 + byte - digitZero;
      isText = (isText || byte === space) && byte !== lineFeed;
      if (byte !== lineFeed) continue;
      this.#appendRow(id);
      id = 0;
    }
  }

  #appendByte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = extendedBytes(this.#bytes);
    this.#bytes[this.#length++] = byte;
  }

  #appendRow(id: number): void {
    if (id > 0xffff_ffff) throw new RangeError('the search index cannot hold an id above 32 bits');
    if (this.#rows === this.#ids.length) {
      this.#ids = extended(this.#ids);
      this.#ends = extended(this.#ends);
    }
    this.#ids[this.#rows] = id;
    this.#ends[this.#rows] = this.#length;
    const text = this.#textAt(this.#rows);
    this.#counts.add(text);
    this.#blocks.add(this.#blockOf(this.#rows++), text);
  }

  get size(): number {
    return this.#rows - this.#hidden.size + this.#added.length;
  }

  /** A page of the people whose text contains all words, and their total. */
  find(words: readonly string[], offset: number, limit: number): Matches {
    const needles = words.map((word) => Buffer.from(word)).sort((one, other) => other.length - one.length);
    const known = this.#countOf(needles);
    const most = offset + limit;
    const packed = this.#findPacked(needles, known === null ? null : most, most);
    const added = this.#added.filter(({ text }) => needles.every((needle) => text.includes(needle)));
    const ids =
      added.length === 0
        ? packed.rows.map((row) => this.#ids[row] as number)
        : [...packed.rows.map((row) => this.#personAt(row)), ...added].sort(inOrder).map(({ id }) => id);
    return { ids: ids.slice(offset, most), total: known ?? packed.total + added.length };
  }

  /** Replaces the people in these ranges by `people` (format of `readPeople`); ids in the ranges absent from it are removed. */
  change(ranges: readonly Range[], people: string): void {
    const isConcerned = within(ranges);
    for (let row = 0; row < this.#rows; row++) {
      const id = this.#ids[row] as number;
      if (!isConcerned(id) || this.#hidden.has(row)) continue;
      this.#hidden.add(row);
      this.#counts.remove(this.#textAt(row));
    }
    const told = readPeople(people);
    for (const { id, text } of this.#added) if (isConcerned(id)) this.#counts.remove(text);
    for (const { text } of told) this.#counts.add(text);
    this.#added = [...this.#added.filter(({ id }) => !isConcerned(id)), ...told].sort(inOrder);
    if (
      this.#hidden.size + this.#added.length >
      Math.max(this.#packing.fewChanges, this.#rows / peoplePerChange)
    )
      this.#workIn();
  }

  /** About `size` evenly spread lines in the format of `readPeople`, which tell rare words from common ones. */
  sample(size: number): string {
    const step = Math.ceil(this.size / size);
    const lines: string[] = [];
    for (let row = 0; row < this.#rows; row += step) lines.push(`${this.#ids[row]} ${this.#textAt(row)}\n`);
    return lines.join('');
  }

  /** The total if known without a scan; otherwise null. */
  #countOf(needles: readonly Buffer[]): number | null {
    const [needle, ...others] = needles;
    if (!needle) return this.size;
    return others.length === 0 ? this.#counts.of(needle) : null;
  }

  /** The first `most` matching rows; scans on to count the others, up to `enough`. */
  #findPacked(needles: readonly Buffer[], enough: number | null, most: number) {
    const [needle = null, ...others] = needles;
    const { linesPerBlock } = this.#packing;
    const rows: number[] = [];
    let total = 0;
    for (const { first, end } of this.#blocks.runsWith(needles, this.#blockOf(this.#rows - 1) + 1)) {
      let row = first * linesPerBlock;
      const run = this.#bytes.subarray(0, this.#startOf(Math.min(end * linesPerBlock, this.#rows)));
      const next = (from: number) => (needle ? run.indexOf(needle, from) : from < run.length ? from : -1);
      for (let at = next(this.#startOf(row)); at >= 0; at = next(this.#ends[row] as number)) {
        if (rows.length === enough) return { rows, total };
        while ((this.#ends[row] as number) <= at) row++;
        if (this.#hidden.size > 0 && this.#hidden.has(row)) continue;
        if (others.length > 0 && !this.#holds(row, others)) continue;
        if (rows.length < most) rows.push(row);
        total++;
      }
    }
    return { rows, total };
  }

  #holds(row: number, needles: readonly Buffer[]): boolean {
    const text = this.#textAt(row);
    return needles.every((needle) => text.includes(needle));
  }

  #textAt(row: number): Buffer {
    return this.#bytes.subarray(this.#startOf(row), (this.#ends[row] as number) - 1);
  }

  #blockOf(row: number): number {
    return Math.floor(row / this.#packing.linesPerBlock);
  }

  /** The start offset of a line. */
  #startOf(row: number): number {
    return this.#ends[row - 1] ?? 0;
  }

  #personAt(row: number): Person {
    return { id: this.#ids[row] as number, text: this.#textAt(row) };
  }

  /** Merges the changes into the packed run. */
  #workIn(): void {
    const breaks = [
      ...[...this.#hidden].map((row) => ({ row, added: null })),
      ...this.#added.map((added) => ({ row: this.#placeOf(added), added })),
    ].sort((one, other) => one.row - other.row || Number(one.added === null) - Number(other.added === null));
    const parts: Buffer[] = [];
    const ids = new Uint32Array(this.size);
    const ends = new Uint32Array(this.size);
    let [rows, length, from] = [0, 0, 0];
    const keepUntil = (row: number) => {
      const start = this.#startOf(from);
      const shift = length - start;
      for (let at = from; at < row; at++) ends[rows + at - from] = (this.#ends[at] as number) + shift;
      ids.set(this.#ids.subarray(from, row), rows);
      parts.push(this.#bytes.subarray(start, this.#startOf(row)));
      length += this.#startOf(row) - start;
      rows += row - from;
      from = row;
    };
    for (const { row, added } of breaks) {
      if (row > from) keepUntil(row);
      if (added) {
        parts.push(added.text, Buffer.of(lineFeed));
        length += added.text.length + 1;
        ids[rows] = added.id;
        ends[rows++] = length;
      } else from = row + 1;
    }
    if (this.#rows > from) keepUntil(this.#rows);
    this.#bytes = Buffer.concat(parts, length);
    this.#length = length;
    this.#ids = ids;
    this.#rows = ids.length;
    this.#ends = ends;
    this.#hidden = new Set();
    this.#added = [];
    this.#blocks = new BlockFilter(this.#blockOf(this.#rows) + 1);
    for (let row = 0; row < this.#rows; row++) this.#blocks.add(this.#blockOf(row), this.#textAt(row));
  }

  /** The row before which a person is inserted. */
  #placeOf(person: Person): number {
    let [low, high] = [0, this.#rows];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (inOrder(this.#personAt(middle), person) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
