import { inOrder, type Person } from './peopleText.ts';

const lineFeed = 0x0a;

/** People in order in one run of bytes: each text ends with a line feed, which no folded text contains. */
export class PackedRows {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** The end offset of each line, after its line feed. */
  #ends = new Uint32Array();
  #ids = new Uint32Array();
  /** For each person, the index in `#combinations` of their systems: few combinations occur. */
  #systems = new Uint32Array();
  #combinations: string[] = [];
  readonly #places = new Map<string, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @throws RangeError for an id above 32 bits */
  add({ id, systems, text }: Person): void {
    if (id > 0xffff_ffff) throw new RangeError('the search index cannot hold an id above 32 bits');
    const end = this.#length + text.length + 1;
    while (end > this.#bytes.length) this.#bytes = extendedBytes(this.#bytes);
    this.#bytes.set(text, this.#length);
    this.#bytes[end - 1] = lineFeed;
    this.#length = end;
    if (this.#size === this.#ids.length) {
      this.#ids = extended(this.#ids);
      this.#ends = extended(this.#ends);
      this.#systems = extended(this.#systems);
    }
    this.#ids[this.#size] = id;
    this.#systems[this.#size] = this.#placeOfCombination(systems);
    this.#ends[this.#size++] = end;
  }

  #placeOfCombination(systems: string): number {
    const known = this.#places.get(systems);
    if (known !== undefined) return known;
    this.#places.set(systems, this.#combinations.length);
    return this.#combinations.push(systems) - 1;
  }

  idAt(row: number): number {
    return this.#ids[row] as number;
  }

  textAt(row: number): Buffer {
    return this.#bytes.subarray(this.startOf(row), this.endOf(row) - 1);
  }

  personAt(row: number): Person {
    const systems = this.#combinations[this.#systems[row] as number] as string;
    return { id: this.idAt(row), systems, text: this.textAt(row) };
  }

  /** The start offset of a line; `row` may be the number of rows, which gives the end of the bytes. */
  startOf(row: number): number {
    return this.#ends[row - 1] ?? 0;
  }

  endOf(row: number): number {
    return this.#ends[row] as number;
  }

  bytesBefore(row: number): Buffer {
    return this.#bytes.subarray(0, this.startOf(row));
  }

  /** The row before which a person is inserted. */
  placeOf(person: Person): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (inOrder(this.personAt(middle), person) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A copy without the hidden rows and with the added people, who are sorted. */
  merged(hidden: ReadonlySet<number>, added: readonly Person[]): PackedRows {
    const rows = new PackedRows();
    const places = added.map((person) => this.placeOf(person));
    for (let row = 0, next = 0; row <= this.#size; row++) {
      while (places[next] === row) rows.add(added[next++] as Person);
      if (row < this.#size && !hidden.has(row)) rows.add(this.personAt(row));
    }
    return rows;
  }
}

/** A copy with room for an eighth more numbers, and for at least `least` numbers. */
export function extended(numbers: Uint32Array, least = 0): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(Math.max(longerThan(numbers.length), least));
  longer.set(numbers);
  return longer;
}

function extendedBytes(bytes: Buffer): Buffer {
  return Buffer.concat([bytes], longerThan(bytes.length));
}

function longerThan(length: number): number {
  return length + Math.ceil(length / 8) + 64;
}
