import { personTexts } from '@guichet/contract/core/personTexts';
import { Email } from '@guichet/contract/identity/account';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { cleanCell, optionalText, readEmail, readName, readStudentNumber } from './candidateFields.ts';

const nameOf = (cell: string) => readName(cell);

describe('a name', () => {
  it.each([
    ['  Côté ', 'Côté'],
    ['Marie  Ève', 'Marie Ève'],
    ['Marie\u00a0Ève\u202f', 'Marie Ève'],
    ['\ufeffZoe\u0301', 'Zoé'],
    ['L’Hœureux', 'L’Hœureux'],
    ["O'Brien", "O'Brien"],
    ["'t Hooft", "'t Hooft"],
    // The form in which the portal's own exports write the name.
    ["'-Dupont", '-Dupont'],
    ["'-D’Amours Côté", '-D’Amours Côté'],
    ['d’Entremont–Cœur', 'd’Entremont–Cœur'],
    ['RENÉ–PAUL', 'RENÉ–PAUL'],
    ['JOÃO', 'JOÃO'],
    ['Åsa', 'Åsa'],
    ['Nguyễn', 'Nguyễn'],
    ['Łukasz', 'Łukasz'],
    ['李', '李'],
    // In the place of a name that the person does not have.
    ...['', ' \u00a0\u200b\t', '-', '.', '—', 'FNU', 'LNU', '\\N', 'NULL'].map((cell) => [cell, '']),
    ['Null', 'Null'],
    ['\u202bליאת\u202c', 'ליאת'],
    ['\u2067سارة\u2069', 'سارة'],
    ['\u202bכהן\u202c \u202bליאת\u202c', 'כהן ליאת'],
    ['\u202dRoy\u202c', 'Roy'],
    // Joiners that are part of the spelling.
    ['مه\u200cدی\u200c', 'مه\u200cدی'],
    ['Jean\u200cPaul\u200d', 'JeanPaul'],
    ['നന്ദന്\u200d', 'നന്ദന്\u200d'],
    ['Jean-', 'Jean-'],
    ['J.-P.', 'J.-P.'],
    ['Zoé (Zo)', 'Zoé (Zo)'],
    ['a'.repeat(100), 'a'.repeat(100)],
  ])('%j is read as %j', (cell, name) => expect(nameOf(cell)).toEqual({ value: name }));

  it.each([
    ['=HYPERLINK("http://example.org","x")', 'import.looksLikeFormula'],
    ['\t=1+1', 'import.looksLikeFormula'],
    ['-Dupont', 'import.looksLikeFormula'],
    ['+33', 'import.looksLikeFormula'],
    ["-2+3+cmd|' /C calc'!A0", 'import.looksLikeFormula'],
    ['@SUM(A1)', 'import.looksLikeFormula'],
    ['＝1', 'import.looksLikeFormula'],
    ['#N/A', 'import.errorValue'],
    ['#NOM ?', 'import.errorValue'],
    ['Jean\nPaul', 'import.controlCharacter'],
    ['Jean\u0000', 'import.controlCharacter'],
    ['Jean\u202eluaP', 'import.controlCharacter'],
    ['\u202eluaP naeJ\u202c', 'import.controlCharacter'],
    ['L\ufffdH\ufffdureux', 'import.lostCharacters'],
    ['ZoÃ©', 'import.lostCharacters'],
    ['ÃŠve', 'import.lostCharacters'],
    ['Lâ€™Heureux', 'import.lostCharacters'],
    ['CÅ“ur', 'import.lostCharacters'],
    ['C?t?', 'import.lostCharacters'],
    ['Zo\ud800', 'import.lostCharacters'],
    ['a'.repeat(101), 'import.textTooLong'],
  ])('%j is %s', (cell, fault) => expect(nameOf(cell)).toMatchObject({ fault }));
});

describe('an address', () => {
  it.each([
    'zoe.cote@example.ca',
    'ZOE@EXAMPLE.CA',
    "o'brien+exam_1-x@mail.example.co.uk",
    '1@2.ca',
    'r&d@example.ca',
    'zoe!#$%*/=^_`{|}~@example.ca',
    'zoe@université.ca',
    'олена@пример.укр'.replace('олена', 'olena'),
    'zoe@xn--universit-j4a.ca',
    `${'a'.repeat(64)}@example.ca`,
  ])('%s is accepted as it stands', (address) => expect(readEmail(address)).toEqual({ value: address }));

  it.each([
    'Zoé Côté <zoe@example.ca>',
    '"Côté, Zoé" <zoe@example.ca>;',
    '<zoe@example.ca>',
    'mailto:zoe@example.ca',
    'MAILTO:zoe@example.ca?subject=Examen',
    'zoe@example.ca;',
    'zoe@example.ca ; ',
    'zoe@example.ca,',
    'zoe@example.ca.',
    'zoe@example.ca#mailto:zoe@example.ca#',
    'Zoé <mailto:zoe@example.ca>',
    'zoe@example.ca <zoe@example.ca>',
  ])('is unwrapped from the formats of mail programs: %s', (cell) =>
    expect(readEmail(cell)).toEqual({ value: 'zoe@example.ca' }),
  );

  it.each(['a@example.ca <b@example.ca>', 'a@x.ca;b@x.ca', 'a@x.ca#mailto:b@x.ca#', '<a@x.ca> <b@x.ca>'])(
    'is none of the two in %s',
    (cell) => expect(readEmail(cell)).toMatchObject({ fault: 'import.emailInvalid' }),
  );

  it.each(['"zoe roy"@example.ca', '"zoe..roy"@example.ca', '"zoe,(roy)"@université.ca'])(
    'may have a quoted name, as in %s',
    (cell) => expect(readEmail(cell)).toEqual({ value: cell }),
  );

  it('loses the apostrophe that our exports put before a plus or a dash', () => {
    expect(readEmail("'+zoe@example.ca")).toEqual({ value: '+zoe@example.ca' });
    expect(readEmail("'-zoe@example.ca")).toEqual({ value: '-zoe@example.ca' });
  });

  it('loses surrounding blanks and invisible characters', () => {
    expect(readEmail('\u00a0zoe@exam\u200bple.ca\u00a0\r\n')).toEqual({ value: 'zoe@example.ca' });
  });

  it.each([
    ['', 'import.emailMissing'],
    ['   ', 'import.emailMissing'],
    ['pas-une-adresse', 'import.emailInvalid'],
    ['a@b', 'import.emailInvalid'],
    ['a@b.c', 'import.emailInvalid'],
    ['a@@b.ca', 'import.emailDoubleAt'],
    ['a@b@c.ca', 'import.emailInvalid'],
    ['@@b.ca', 'import.emailDoubleAt'],
    ['a b@c.ca', 'import.emailInvalid'],
    ['a@b.ca; c@d.ca', 'import.emailInvalid'],
    ['.a@b.ca', 'import.emailInvalid'],
    ['a.@b.ca', 'import.emailInvalid'],
    ["a'@b.ca", 'import.emailInvalid'],
    ['a..b@c.ca', 'import.emailInvalid'],
    ['a@-b.ca', 'import.emailInvalid'],
    ['a@b-.ca', 'import.emailInvalid'],
    ['a@b..ca', 'import.emailInvalid'],
    ['zoé@example.ca', 'import.emailInvalid'],
    ['@example.ca', 'import.emailInvalid'],
    ['a\u0000@b.ca', 'import.controlCharacter'],
    ['=A1&"@b.ca"', 'import.looksLikeFormula'],
    ['zo\ufffd@b.ca', 'import.lostCharacters'],
    ['#N/A', 'import.errorValue'],
    [`${'a'.repeat(65)}@example.ca`, 'import.emailInvalid'],
    [`a@${'b.'.repeat(130)}ca`, 'import.emailInvalid'],
  ])('%j is %s', (cell, fault) => expect(readEmail(cell)).toMatchObject({ fault }));

  it.each([
    ['zoé@example.ca', 'é'],
    ['zoe roy@example.ca', ' '],
    ['zoe,roy@example.ca', ','],
    ['jean‑paul@example.ca', '‑'],
    ['zoe@exam_ple.ca', '_'],
    ['"zoe"@example.ca', '"'],
    ['"zoe\\ roy"@example.ca', '\\'],
    ['"zoé roy"@example.ca', 'é'],
    ['"zoe roy@example.ca', '"'],
  ])('%s is refused with the character that is in the way', (cell, character) =>
    expect(readEmail(cell)).toEqual({ fault: 'import.emailInvalid', params: { character } }),
  );

  it('accepted here is also accepted by sign-in and password reset', () => {
    const alphabet = fc.constantFrom(...'ab1.-_+\'@é =&"\u00a0\n'.split(''));
    const nearly = fc.tuple(
      fc.string({ unit: alphabet }),
      fc.string({ unit: alphabet }),
      fc.constantFrom('ca', 'c', '-a'),
    );
    fc.assert(
      fc.property(nearly, ([local, domain, top]) => {
        const read = readEmail(`${local}@${domain}.${top}`);
        return read.fault !== undefined || z.safeParse(Email, read.value).success;
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a name in a text file', () => {
  const faultOf = (cell: string) => readName(cell, 'untyped').fault;
  it.each(['TRUE', 'FALSE', 'VRAI', 'FAUX'])(
    'that is %s was converted to a boolean by a spreadsheet',
    (cell) => expect(faultOf(cell)).toBe('import.nameIsBoolean'),
  );
  it.each(['46147', '46 147', '46147,5', '1.23E+08', '4,6147E4', '7'])(
    'that is the number %s is refused',
    (cell) => expect(faultOf(cell)).toBe('import.nameIsNumber'),
  );
  it.each([
    '2026-05-07',
    '2026-05-07 00:00:00',
    '2026-05-07T00:00:00Z',
    '07/05/2026',
    '5/7/26',
    '7-mai',
    '07-May',
    '7 mai 2026',
    '1er mars',
    'May-26',
    'mars-05',
    'févr.-26',
    'May 7, 2026',
    'jeudi 7 mai 2026',
    'Thursday, May 7, 2026',
    '12:30',
  ])('that is the date or time %s is refused', (cell) => expect(faultOf(cell)).toBe('import.nameIsDate'));
  it.each([
    'Mai',
    'May',
    'Avril',
    'April',
    'Mars',
    'June',
    'Auguste',
    'Dec',
    'Vrai',
    'Faux',
    'True',
    'Null',
    'Nan',
    'Truman',
    'Vraie',
    'Côté 2',
    'X Æ A-12',
  ])('%s is accepted', (cell) => expect(faultOf(cell)).toBeUndefined());
});

describe('a student number', () => {
  it.each([
    ['300000007', '300000007'],
    ['000123', '000123'],
    [" '000123", '000123'],
    ['="000123"', '000123'],
    ['#300000007', '300000007'],
    ['300000007.0', '300000007'],
    ['300\u00a0000\u202f007', '300000007'],
    ['A-123', 'A-123'],
    ['', null],
    ['-', null],
    ['0', null],
    ['000000', null],
    ['N/A', null],
    ['s/o', null],
    ['\\N', null],
    ['NULL', null],
    ['#N/A', null],
  ])('%j is read as %j', (cell, number) => expect(readStudentNumber(cell)).toEqual({ value: number }));

  it.each([
    ['3E+08', 'import.valueInvalid'],
    ['3,00E+08', 'import.valueInvalid'],
    ['inconnu', 'import.valueInvalid'],
    ['1'.repeat(51), 'import.textTooLong'],
    ['+1 514 555-0100', 'import.valueInvalid'],
    ['=A1', 'import.looksLikeFormula'],
    ['-5', 'import.looksLikeFormula'],
    ['#REF!', 'import.errorValue'],
    ['12\n34', 'import.controlCharacter'],
  ])('%j is %s', (cell, fault) => expect(readStudentNumber(cell)).toMatchObject({ fault }));
});

describe('an optional text', () => {
  const read = optionalText('profession');
  const limit = personTexts.profession.maxLength;

  it.each([
    ['  Droit\u00a0 civil ', 'Droit civil'],
    ['', null],
    [' \u200b', null],
    ['514 555-0100', '514 555-0100'],
    ['+1 514 555-0100', '+1 514 555-0100'],
    ['+1 (514) 555-0100 poste 12', '+1 (514) 555-0100 poste 12'],
    ['+33 1 42 68 53 00', '+33 1 42 68 53 00'],
    ["O'Brien", "O'Brien"],
    ["'t Hooft", "'t Hooft"],
    // The form in which the portal's own exports write the text.
    ["'+1 514 555-0100", '+1 514 555-0100'],
    ["'+1 514 555-0100, le soir", '+1 514 555-0100, le soir'],
    ["'-Dupont", '-Dupont'],
    ["'=1+1", '=1+1'],
    ["'@zoe", '@zoe'],
    ["'＝1", '＝1'],
    ['a'.repeat(limit), 'a'.repeat(limit)],
  ])('%j is read as %j', (cell, value) => expect(read(cell)).toEqual({ value }));

  it.each([
    ["=cmd|' /C calc'!A0", 'import.looksLikeFormula'],
    ["+cmd|' /C calc'!A0", 'import.looksLikeFormula'],
    ["+1 514 555-0100+cmd|' /C calc'!A0", 'import.looksLikeFormula'],
    ['+1+1', 'import.looksLikeFormula'],
    ['+1 514 555-0100+1', 'import.looksLikeFormula'],
    ['=15145550100', 'import.looksLikeFormula'],
    ['-514 555-0100', 'import.looksLikeFormula'],
    ['@SUM(A1)', 'import.looksLikeFormula'],
    ['#REF!', 'import.errorValue'],
    ["'=1\n+1", 'import.controlCharacter'],
    ['InfirmiÃ¨re', 'import.lostCharacters'],
  ])('%j is %s', (cell, fault) => expect(read(cell)).toEqual({ fault }));

  it('has the limit of the forms', () => {
    expect(read('a'.repeat(limit + 1))).toEqual({ fault: 'import.textTooLong', params: { limit } });
  });

  it.each(['date', 'boolean'] as const)('that is a %s is refused', (kind) => {
    expect(read('2026-05-07', kind)).toEqual({ fault: 'import.valueInvalid' });
  });
});

it('cleaning a cell twice changes nothing', () => {
  const signs = fc.constantFrom(...'aé\u0301 \u00a0\u200b\ufeff\t\u3000'.split(''));
  fc.assert(
    fc.property(fc.string({ unit: signs }), (cell) => cleanCell(cleanCell(cell)) === cleanCell(cell)),
  );
});
