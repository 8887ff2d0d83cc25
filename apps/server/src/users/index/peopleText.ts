const space = 0x20;

export interface Person {
  readonly id: number;
  /** The folded, searchable text in UTF-8. */
  readonly text: Buffer;
}

/** Parses people from one text of the database: lines of id, space, folded text. */
export function readPeople(text: string): Person[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const end = line.indexOf(' ');
    return { id: Number(line.slice(0, end)), text: Buffer.from(line.slice(end + 1)) };
  });
}

/** Orders by folded name (the text without its last word), then id, as `users.full_name_key, id` does. */
export function inOrder(one: Person, other: Person): number {
  return Buffer.compare(nameOf(one.text), nameOf(other.text)) || one.id - other.id;
}

function nameOf(text: Buffer): Buffer {
  const end = text.lastIndexOf(space);
  return end < 0 ? text : text.subarray(0, end);
}
