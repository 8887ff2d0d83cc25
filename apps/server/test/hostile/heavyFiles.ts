import { heavyParts } from './heavyValues.ts';

interface HeavyFile {
  readonly name: string;
  readonly bytes: string | Buffer;
}

const headings = 'Prénom;Nom;Courriel\n';
const list = (rows: string): HeavyFile => ({ name: 'liste.csv', bytes: headings + rows });
const many = (count: number, row: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => row(n)).join('\n');

const encodedTwice = (text: string) => Buffer.from(text).toString('latin1');

/** Files that are dear to read, by what they are made of; kept small enough that any list may have them. */
export function heavyFiles(): Readonly<Record<string, HeavyFile>> {
  const cells = Object.entries(heavyParts).map(([which, part]) => [
    `a cell of ${which}`,
    list(`${part.repeat(60_000 / part.length)};Roy;a@example.ca`),
  ]);
  const names = Object.entries(heavyParts).map(([which, part]) => [
    `names of ${which}`,
    list(
      many(200, (n) => `${part.repeat(60 / part.length)};${part.repeat(60 / part.length)};a${n}@example.ca`),
    ),
  ]);
  return {
    ...Object.fromEntries([...cells, ...names]),
    'unlike domains': list(
      many(1000, (n) => `Zoé;Roy;a@${`${n}x`.repeat(50).slice(0, 60)}.${'y'.repeat(60)}${n}.ca`),
    ),
    'one person on each line': list(many(5000, () => 'Zoé;Roy;zoe@example.ca')),
    'marks encoded twice': list(`${encodedTwice(`${'\u093f'.repeat(60)}☃`)};Roy;a@example.ca`),
    columns: { name: 'liste.csv', bytes: `${'Nom;'.repeat(10_000)}\n${'a;'.repeat(10_000)}` },
    'open tables': { name: 'liste.xls', bytes: '<table><tr><td>'.repeat(20_000) },
    'open filters': { name: 'a.pdf', bytes: `%PDF-1.7\n${'/Filter['.repeat(30_000)}` },
    'written names': { name: 'a.pdf', bytes: `%PDF-1.7\n${'/#41'.repeat(1_500_000)}` },
  };
}
