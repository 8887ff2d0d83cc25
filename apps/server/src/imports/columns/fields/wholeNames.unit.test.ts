import type { NameOrder } from '@guichet/contract/imports/imports.columns';
import { describe, expect, test } from 'vitest';
import { columnsByHeadings } from '../sheetColumns.ts';
import { findSide, openFullNames, openWholeNames, readFullName, tellSplitNames } from './wholeNames.ts';

/** « Last | First », or the fault. */
function read(cell: string, order: NameOrder | null, side: ReturnType<typeof findSide> = null): string {
  const { value, fault } = readFullName(cell, 'text', { order, side }) as {
    value?: { lastName: string; firstName: string };
    fault?: string;
  };
  return value ? `${value.lastName} | ${value.firstName}` : String(fault);
}

const asked = 'import.nameNotSplit';

describe('a whole name without a comma, in a chosen order,', () => {
  test.each([
    ['Zoé Côté', 'firstLast', 'Côté | Zoé'],
    ['Côté Zoé', 'lastFirst', 'Côté | Zoé'],
    ['Jean-Luc  O’Brien-Roy', 'firstLast', 'O’Brien-Roy | Jean-Luc'],
    ['J.P. Roy', 'firstLast', 'Roy | J.P.'],
    ['JP Roy', 'firstLast', 'Roy | JP'],
    ['ZOÉ CÔTÉ', 'firstLast', 'CÔTÉ | ZOÉ'],
    ['Nguyễn Ánh', 'lastFirst', 'Nguyễn | Ánh'],
    ['محمد العلي', 'firstLast', 'العلي | محمد'],
    ['王 小明', 'lastFirst', '王 | 小明'],
    ['Zoé de la Tour', 'firstLast', 'de la Tour | Zoé'],
    ['de la Tour Zoé', 'lastFirst', 'de la Tour | Zoé'],
    ['Zoé De La Tour', 'firstLast', 'De La Tour | Zoé'],
    ['Ana dos Santos', 'firstLast', 'dos Santos | Ana'],
    ['Ludwig van der Berg', 'firstLast', 'van der Berg | Ludwig'],
    ['Omar Ben Ali', 'firstLast', 'Ben Ali | Omar'],
    ['El Amrani Fatima', 'lastFirst', 'El Amrani | Fatima'],
    ['Zoé St. Pierre', 'firstLast', 'St. Pierre | Zoé'],
  ] as const)('«%s» (%s) is %s', (cell, order, expected) => {
    expect(read(cell, order)).toBe(expected);
    expect(read(cell, null)).toBe(asked);
  });

  test.each([
    ['Zoé Marie Côté', 'firstLast', 'Côté, Zoé Marie'],
    ['Ana García López', 'firstLast', 'López, Ana García'],
    ['Nguyen Van An', 'lastFirst', 'Nguyen, Van An'],
    ['Le Van An', 'lastFirst', 'Le, Van An'],
    ['An Van Nguyen', 'firstLast', 'Nguyen, An Van'],
    ['nguyen van an', 'lastFirst', 'nguyen, van an'],
    ['Xiao Bin Wang', 'firstLast', 'Wang, Xiao Bin'],
    ['La Thi Hoa', 'lastFirst', 'La, Thi Hoa'],
    ['María José de la Cruz', 'firstLast', 'de la Cruz, María José'],
    ['de la Cruz María José', 'lastFirst', 'de la Cruz, María José'],
    ['محمد بن علي', 'firstLast', 'علي, محمد بن'],
    ['CÔTÉ Zoé', 'firstLast', 'CÔTÉ, Zoé'],
    ['Zoé Roy PHD', 'firstLast', 'PHD, Zoé Roy'],
    ['de Souza', 'firstLast', 'Souza, de'],
  ] as const)('«%s» (%s) is left to the page, with %s proposed', (cell, order, likely) => {
    expect(readFullName(cell, 'text', { order, side: null })).toEqual({
      fault: asked,
      params: { firstLast: expect.any(String), lastFirst: expect.any(String), [order]: likely },
    });
  });

  test.each(['Zoé (Zo)', 'Zoé Côté, Roy, Ana', 'Étudiant 1', 'Zoé; Côté', '-'])(
    'the text %s is not split, and nothing is proposed',
    (cell) =>
      expect(readFullName(cell, 'text', { order: 'firstLast', side: null })).toEqual({ fault: asked }),
  );

  test('a comma decides before any order, and a name of one word lacks its first name', () => {
    expect(read('Côté, Zoé', 'firstLast')).toBe('Côté |  Zoé');
    for (const order of [null, 'firstLast', 'lastFirst'] as const) {
      expect(read('Suharto', order)).toBe('Suharto | ');
      expect(read('王小明', order)).toBe('王小明 | ');
    }
    expect(readFullName('TRUE', 'boolean')).toEqual({ fault: 'import.nameIsBoolean' });
    expect(read('Zo? Roy', 'firstLast')).toBe('import.lostCharacters');
  });
});

describe('last names in capitals', () => {
  const sideOf = (...cells: string[]) =>
    findSide(
      ['Nom complet', ...cells].map((cell, at) => ({ line: at + 1, cells: [cell, 'a@example.ca'] })),
      columnsByHeadings({ line: 1, cells: ['Nom complet', 'Courriel'] }),
    );

  test('are told from the first rows, where nearly all are so', () => {
    expect(sideOf('CÔTÉ Zoé', 'ROY Ana', 'DE LA TOUR Max')).toBe('start');
    expect(sideOf('Zoé CÔTÉ', 'Ana ROY', 'Ann Mc DONALD', 'Wei NG'), 'three of four').toBe(null);
    expect(sideOf('Zoé CÔTÉ', 'ROY Ana', 'Max DE LA TOUR')).toBe('either');
    expect(sideOf(...Array(10).fill('Zoé CÔTÉ'), 'Wei NG')).toBe('end');
    expect(sideOf('Zoé CÔTÉ', 'Ana ROY'), 'few').toBe(null);
    expect(sideOf('ZOÉ CÔTÉ', 'ANA ROY', 'MAX LEE'), 'all in capitals').toBe(null);
    expect(sideOf('JP Roy', 'AJ Lee', 'J.-P. Cyr', 'J.P. Roy'), 'initials').toBe(null);
    expect(sideOf('Zoé Côté', 'Ana ROY', 'Max LEE', 'Léo CYR')).toBe(null);
    expect(sideOf('Roy, Ana', 'Lee, Max', 'Zoé CÔTÉ')).toBe(null);
  });

  test.each([
    ['CÔTÉ Zoé', 'either', 'CÔTÉ | Zoé'],
    ['Zoé Marie CÔTÉ-ROY', 'end', 'CÔTÉ-ROY | Zoé Marie'],
    ['Zoé DE LA TOUR', 'either', 'DE LA TOUR | Zoé'],
    ['Zoé de LA TOUR', 'either', 'de LA TOUR | Zoé'],
    ['Mc DONALD Ann', 'either', 'Mc DONALD | Ann'],
    ['Ann McDONALD', 'either', 'McDONALD | Ann'],
    ['Jean d’ORMESSON', 'either', 'd’ORMESSON | Jean'],
    ['O’BRIEN Zoé M.', 'start', 'O’BRIEN | Zoé M.'],
    ['NGUYỄN Thị Ánh', 'start', 'NGUYỄN | Thị Ánh'],
    ['GARCÍA LÓPEZ Ana', 'start', 'GARCÍA LÓPEZ | Ana'],
    ['Wei NG', 'end', 'NG | Wei'],
    ['Wei NG', 'either', asked],
    ['JP Roy', 'end', asked],
    ['J.P. ROY', 'end', asked],
    ['Zoé CÔTÉ', null, asked],
    ['ZOÉ CÔTÉ', 'end', asked],
    ['John SMITH III', 'end', asked],
    ['John SMITH Jr', 'end', asked],
    ['Jean Van DAMME', 'end', asked],
    ['Zoé Côté', 'end', asked],
  ] as const)('«%s» in a column with capitals (%s) is %s', (cell, side, expected) => {
    expect(read(cell, null, side)).toBe(expected);
  });
});

test('the names that were split are counted, the first three shown; names with a comma are not', () => {
  const names = openWholeNames('firstLast');
  const { read: readCell } = openFullNames(names);
  const row = { line: 2, cells: [] };
  for (const cell of ['Zoé Côté', 'Roy, Ana', 'Ana Roy', 'Suharto', 'Max Lee', 'Léo Cyr', 'A B C'])
    readCell(cell, 'text', row);
  const samples = ['Zoé Côté', 'Ana Roy', 'Max Lee'].map((name) => {
    const [firstName, lastName] = name.split(' ');
    return { firstName, lastName };
  });
  expect(tellSplitNames(names)).toEqual({ splitNames: { order: 'firstLast', count: 4, samples } });
  expect(tellSplitNames(openWholeNames(undefined))).toEqual({});
});
