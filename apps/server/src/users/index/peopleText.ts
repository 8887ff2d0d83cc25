const space = 0x20;

export interface Person {
  readonly id: number;
  /** The folded text that a search looks in, in UTF-8. */
  readonly text: Buffer;
}

/** People as the database tells them in one text: lines of number, space, folded text. */
export function readPeople(text: string): Person[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const end = line.indexOf(' ');
    return { id: Number(line.slice(0, end)), text: Buffer.from(line.slice(end + 1)) };
  });
}

/** By folded name, which is all but the last word of the text, then by number: as `users.full_name_key, id` sorts. */
export function inOrder(one: Person, other: Person): number {
  return Buffer.compare(nameOf(one.text), nameOf(other.text)) || one.id - other.id;
}

function nameOf(text: Buffer): Buffer {
  const end = text.lastIndexOf(space);
  return end < 0 ? text : text.subarray(0, end);
}
