const space = 0x20;
const lineFeed = 0x0a;

export interface Person {
  readonly id: number;
  /** The ids of the systems in which the person holds a role, separated by commas; empty without a role. */
  readonly systems: string;
  /** The folded, searchable text in UTF-8. */
  readonly text: Buffer;
}

/** Reads people from lines of id, space, systems, space, folded text. All texts share one buffer. */
export function* readPeople(people: string): Generator<Person> {
  const lines = Buffer.from(people);
  for (let start = 0, end = 0; start < lines.length; start = end + 1) {
    end = lines.indexOf(lineFeed, start);
    if (end < 0) end = lines.length;
    const afterId = lines.indexOf(space, start);
    const afterSystems = lines.indexOf(space, afterId + 1);
    yield {
      id: Number(lines.toString('latin1', start, afterId)),
      systems: lines.toString('latin1', afterId + 1, afterSystems),
      text: lines.subarray(afterSystems + 1, end),
    };
  }
}

/** Orders by folded name (the text without its last word), then id, as `users.full_name_key, id` does. */
export function inOrder(one: Person, other: Person): number {
  return Buffer.compare(nameOf(one.text), nameOf(other.text)) || one.id - other.id;
}

function nameOf(text: Buffer): Buffer {
  const end = text.lastIndexOf(space);
  return end < 0 ? text : text.subarray(0, end);
}

/** A range of ids, both ends included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The ids in these ranges, of which there are few. */
export function idsIn(ranges: readonly Range[]): Set<number> {
  return new Set(
    ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, n) => first + n)),
  );
}
