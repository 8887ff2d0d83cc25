export interface Person {
  readonly id: number;
  /** The folded text that a search looks in, in UTF-8. */
  readonly text: Buffer;
}

/** People as the database tells them in one text: lines of number, space, folded text. */
export function readPeople(text: string): Person[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const space = line.indexOf(' ');
    return { id: Number(line.slice(0, space)), text: Buffer.from(line.slice(space + 1)) };
  });
}
