import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['Łukasz', 'Wałęsa', 'Kamiński', 'Dvořák', 'Jiří', 'Kovács', 'Győző', 'Željko'],
  'windows-1251': ['Олена', 'Шевченко', 'Пётр', 'Иванов', 'Ян', 'ЛЕВ'],
  'windows-1253': ['Γιώργος', 'Ελένη', 'Παπαδόπουλος', 'ΝΙΚΟΣ'],
  'windows-1254': ['Ayşe', 'Yılmaz', 'İsmail', 'Doğan', 'Çelik'],
  'windows-1255': ['ליאת', 'כהן', 'דוד'],
  'windows-1256': ['سارة', 'الخوري', 'محمد'],
  gbk: ['王', '伟', '李', '秀英'],
  big5: ['陳', '志明', '黃'],
  shift_jis: ['佐藤', '太郎', 'さくら'],
  'euc-kr': ['김', '민준', '서연'],
  'windows-1252': ['Zoé', 'Côté', 'Brûlé', 'Müller', 'Muñoz', 'Faux', 'Null', 'L’Heureux'],
  'utf-8': ['Zoé', '王伟', 'Nguyễn', 'סארה', 'O’Brien'],
};
/** Ways in which programs spoil a name, without another name coming out of it. */
const spoilt: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => [...name].map((one) => (one > '\u007f' ? `&#${one.codePointAt(0)};` : one)).join(''),
  (name) => ` "${name}"`,
  (name) => `${name}&nbsp;`,
];
const list = fc.constantFrom(...Object.keys(names)).chain((encoding) => {
  const name = fc.constantFrom(...(names[encoding] ?? []));
  const person = fc.record({
    first: fc.oneof({ weight: 9, arbitrary: name }, { weight: 1, arbitrary: fc.constant('-') }),
    last: name,
    spoil: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.nat(spoilt.length - 1) },
    ),
  });
  return fc.record({
    encoding: fc.constant(encoding),
    people: fc.array(person, { minLength: 1, maxLength: 8 }),
  });
});

/** For more lists: LISTS=5000 npx vitest run generatedCells */
const numRuns = Number(process.env.LISTS ?? 300);

it('names of ten alphabets, spoilt by programs, are read as they were, or asked about', () => {
  const isRight = ({ encoding, people }: typeof list extends fc.Arbitrary<infer T> ? T : never) => {
    const lines = people.map(({ first, last, spoil }, at) => `p${at}@x.ca;${first};${spoilt[spoil]?.(last)}`);
    const read = readAll(iconv.encode(['Email;First name;Last name', ...lines].join('\r\n'), encoding));
    const asked = new Set(read.problems.map(({ line }) => line));
    for (const [at, { first, last }] of people.entries()) {
      if (asked.has(at + 2)) continue;
      const found = read.candidates.find(({ line }) => line === at + 2);
      expect(found).toMatchObject({ firstName: first === '-' ? '' : first, lastName: last });
    }
  };
  // Ž of Windows is Ä of MS-DOS, which looked more French.
  const zeljko = { encoding: 'windows-1250', people: [{ first: 'Željko', last: 'Željko', spoil: 0 }] };
  fc.assert(fc.property(list, isRight), { numRuns, examples: [[zeljko]] });
}, 600_000);
