import { BlockFilter } from './blockFilter.ts';
import { ByteCounts } from './byteCounts.ts';
import { PackedRows } from './packedRows.ts';
import { idsIn, inOrder, type Person, type Range, readPeople } from './peopleText.ts';

export interface Matches {
  readonly ids: number[];
  readonly total: number;
}

const usual = {
  /** Changes held beside the packed run before it is rebuilt. */
  fewChanges: 5000,
  /** Lines per block: small blocks save reading, large blocks save memory (512 bytes per block). */
  linesPerBlock: 128,
};

/** People per change that may be held beside the run. */
const peoplePerChange = 50;

/**
 * All folded texts, sorted by folded name and id. A search scans the blocks that may hold its words and yields sorted
 * matches. Changes are held beside the packed rows until there are many.
 */
export class PackedPeople {
  #rows = new PackedRows();
  #counts = new ByteCounts();
  #blocks = new BlockFilter();
  /** Rows that are removed or replaced. */
  #hidden = new Set<number>();
  /** People added or changed since packing, sorted. */
  #added: Person[] = [];
  readonly #packing: typeof usual;
  /** Whether a person with these systems belongs here; the others are skipped. */
  readonly #isMember: (systems: string) => boolean;

  constructor(packing: Partial<typeof usual> = {}, isMember = (_systems: string) => true) {
    this.#packing = { ...usual, ...packing };
    this.#isMember = isMember;
  }

  /** Appends the next people in order, in the format of `readPeople`. @throws RangeError for an id above 32 bits */
  append(people: string): void {
    for (const person of readPeople(people)) this.#append(person);
  }

  /** A packed copy of the people whose systems pass `isMember`. */
  part(isMember: (systems: string) => boolean): PackedPeople {
    const part = new PackedPeople(this.#packing, isMember);
    for (let row = 0; row < this.#rows.size; row++)
      if (!this.#hidden.has(row)) part.#append(this.#rows.personAt(row));
    part.#added = this.#added.filter(({ systems }) => isMember(systems));
    for (const { text } of part.#added) part.#counts.add(text);
    return part;
  }

  #append(person: Person): void {
    if (!this.#isMember(person.systems)) return;
    const row = this.#rows.size;
    this.#rows.add(person);
    this.#counts.add(person.text);
    this.#blocks.add(this.#blockOf(row), person.text);
  }

  get size(): number {
    return this.#rows.size - this.#hidden.size + this.#added.length;
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
        ? packed.rows.map((row) => this.#rows.idAt(row))
        : [...packed.rows.map((row) => this.#rows.personAt(row)), ...added].sort(inOrder).map(({ id }) => id);
    return { ids: ids.slice(offset, most), total: known ?? packed.total + added.length };
  }

  /**
   * Replaces the people in these ranges by `people` (format of `readPeople`); removes the ids that it lacks. Returns whether
   * all rows were packed anew.
   */
  change(ranges: readonly Range[], people: string): boolean {
    const changed = idsIn(ranges);
    for (let row = 0; row < this.#rows.size; row++) {
      if (!changed.has(this.#rows.idAt(row)) || this.#hidden.has(row)) continue;
      this.#hidden.add(row);
      this.#counts.remove(this.#rows.textAt(row));
    }
    const told = [...readPeople(people)].filter(({ systems }) => this.#isMember(systems));
    for (const { id, text } of this.#added) if (changed.has(id)) this.#counts.remove(text);
    for (const { text } of told) this.#counts.add(text);
    this.#added = [...this.#added.filter(({ id }) => !changed.has(id)), ...told].sort(inOrder);
    const changes = this.#hidden.size + this.#added.length;
    const isDue = changes > Math.max(this.#packing.fewChanges, this.#rows.size / peoplePerChange);
    if (isDue) this.#workIn();
    return isDue;
  }

  /** The total where it is known without a scan, otherwise null. */
  #countOf(needles: readonly Buffer[]): number | null {
    const [needle, ...others] = needles;
    if (!needle) return this.size;
    return others.length === 0 ? this.#counts.of(needle) : null;
  }

  /** The first `most` matching rows; scans on to count all matches, up to `enough`. */
  #findPacked(needles: readonly Buffer[], enough: number | null, most: number) {
    const [needle = null, ...others] = needles;
    const { linesPerBlock } = this.#packing;
    const packed = this.#rows;
    const rows: number[] = [];
    let total = 0;
    for (const { first, end } of this.#blocks.runsWith(needles, this.#blockOf(packed.size - 1) + 1)) {
      let row = first * linesPerBlock;
      const run = packed.bytesBefore(Math.min(end * linesPerBlock, packed.size));
      const next = (from: number) => (needle ? run.indexOf(needle, from) : from < run.length ? from : -1);
      for (let at = next(packed.startOf(row)); at >= 0; at = next(packed.endOf(row))) {
        if (rows.length === enough) return { rows, total };
        while (packed.endOf(row) <= at) row++;
        if (this.#hidden.size > 0 && this.#hidden.has(row)) continue;
        if (others.length > 0 && !this.#holds(row, others)) continue;
        if (rows.length < most) rows.push(row);
        total++;
      }
    }
    return { rows, total };
  }

  #holds(row: number, needles: readonly Buffer[]): boolean {
    const text = this.#rows.textAt(row);
    return needles.every((needle) => text.includes(needle));
  }

  #blockOf(row: number): number {
    return Math.floor(row / this.#packing.linesPerBlock);
  }

  #workIn(): void {
    this.#rows = this.#rows.merged(this.#hidden, this.#added);
    this.#hidden = new Set();
    this.#added = [];
    this.#blocks = new BlockFilter();
    for (let row = 0; row < this.#rows.size; row++)
      this.#blocks.add(this.#blockOf(row), this.#rows.textAt(row));
  }
}
