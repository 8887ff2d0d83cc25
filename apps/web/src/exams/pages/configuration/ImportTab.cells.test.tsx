import { previewImport, type Refusal } from '@guichet/contract/imports/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import {
  button,
  checkList,
  partsSent,
  setImportScene,
  somePreview,
  someRefusal,
} from '../../../testing/importScene.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
});

const encodings = [
  { encoding: 'windows-1252' as const, samples: ['Jan Kamiñski'] },
  { encoding: 'windows-1250' as const, samples: ['Jan Kamiński'] },
];
const refuses = (code: Refusal['problems'][number]['code'], more: object = {}) => {
  const problems = [{ line: 2, column: 'Nom', code, text: '', ...more }];
  const file = { ...somePreview.file, encoding: 'windows-1252', encodings };
  server.on(previewImport).reply(() => ({ ...someRefusal, problems, badRows: 1, file }));
};
const sent = (wanted: object) =>
  waitFor(() => expect(partsSent(server, previewImport)).toMatchObject(wanted));

test('a corrected cell that nobody may see is told as changed, and how a yes under « Tiers-temps » is read', async () => {
  const corrected = [{ line: 4, field: 'extraTime', before: '', after: '' }];
  server.on(previewImport).reply(() => ({
    ...somePreview,
    file: { ...somePreview.file, corrected },
    extraTimes: 2,
    thirdColumn: 'Tiers-temps',
  }));
  await checkList();
  const changed = (await screen.findByText('nouvelle valeur, masquée')).closest('li');
  expect(changed?.textContent).toContain('valeur masquée');
  expect(changed?.textContent).not.toContain('(vide)');
  fireEvent.click(screen.getByRole('button', { name: 'Rétablir les textes de la liste' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('La correction faite sur cette page sera perdue.');
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Annuler' }));
  screen.getByText(/Sous «\sTiers-temps\s», «\soui\s» se lit comme un tiers/);
});

test('where two encodings make sense, the names tell which to choose', async () => {
  refuses('import.lettersUnsure');
  await checkList();
  expect(await screen.findByText('Comment se lisent les noms de cette liste?')).toBeDefined();
  expect(screen.getAllByText('Jan Kamiñski').length).toBeGreaterThan(0);
  fireEvent.click(
    (await screen.findAllByRole('button', { name: /Lire ainsi\s: Europe centrale/ }))[0] as Element,
  );
  await sent({ encoding: 'windows-1250' });
});

test('where the headings themselves are garbled, the encoding is asked for before the columns', async () => {
  const headings = ['Nazwisko', 'ImiÍ', 'Adres'];
  const layout = {
    headingLine: 0,
    firstLines: [{ line: 1, cells: headings }],
    columns: headings.map((heading, index) => ({
      ...{ index, heading, samples: [], field: null, mayBe: null },
    })),
    columnsLeftOut: 0,
    fields: ['email', 'lastName'].map((field) => ({ field, isRequired: true, parts: [] })),
    isMatchedByHand: false,
  };
  const readings = [
    { encoding: 'windows-1252' as const, samples: ['Nazwisko · ImiÍ · Adres'] },
    { encoding: 'windows-1250' as const, samples: ['Nazwisko · Imię · Adres'] },
  ];
  const problems = [{ line: null, column: null, code: 'import.noHeadings' as const, text: '' }];
  const columns = { layout, remembered: null, encodings: readings };
  server.on(previewImport).reply(() => ({ ...someRefusal, problems, file: null, columns }));
  await checkList();
  expect(await screen.findByText('Nazwisko · Imię · Adres')).toBeDefined();
  fireEvent.click(await button(/Lire ainsi\s: Europe centrale/));
  await sent({ encoding: 'windows-1250' });
});

test('a sure encoding is named with names, and another can be chosen', async () => {
  const file = { ...somePreview.file, encoding: 'windows-1250', encodings };
  server.on(previewImport).reply(() => ({ ...somePreview, file }));
  await checkList();
  expect(await screen.findByText(/Les lettres sont lues comme Europe centrale/)).toBeDefined();
  fireEvent.click(await button(/Lire ainsi\s: Europe de l’Ouest/));
  await sent({ encoding: 'windows-1252' });
});

test('the names by which an encoding is told are those that were corrected', async () => {
  const corrected = [{ line: 2, field: 'lastName', before: 'Nguy?n', after: 'Nguyễn' }];
  const read = [{ encoding: 'utf-8' as const, samples: ['Étienne Nguy?n', 'Léa Roy'] }];
  const file = { ...somePreview.file, encoding: 'utf-8' as const, encodings: read, corrected };
  server.on(previewImport).reply(() => ({ ...somePreview, file }));
  await checkList();
  expect(await screen.findByText('Étienne Nguyễn · Léa Roy')).toBeDefined();
});

test('cells that another program has garbled are told as repaired, which one can refuse and take again', async () => {
  const samples = [{ line: 2, column: 'Nom', before: 'O&#039;Brien', after: 'O’Brien' }];
  const repaired = (cells: number, left: number) =>
    server.on(previewImport).reply(() => {
      const file = { ...somePreview.file, repaired: { cells, left, samples: cells ? samples : [] } };
      return { ...somePreview, file };
    });
  repaired(1, 0);
  await checkList();
  expect(await screen.findByText('O&#039;Brien')).toBeDefined();
  expect(partsSent(server, previewImport).repairCells).toBeUndefined();
  repaired(0, 1);
  fireEvent.click(await button('Ne pas réparer'));
  await sent({ repairCells: 'false' });
  expect(await screen.findByText(/Elle est lue telle quelle/)).toBeDefined();
  repaired(1, 0);
  fireEvent.click(await button('Réparer ces textes'));
  expect(await screen.findByText('O&#039;Brien')).toBeDefined();
});

test('a name that a spreadsheet may have written is taken by one answer', async () => {
  refuses('import.nameIsBoolean', { text: 'FAUX' });
  await checkList();
  fireEvent.click(await button('C’est un nom'));
  await sent({ truthNames: 'true' });
});

test('people with a single name are taken by one answer, and told in the preview', async () => {
  refuses('import.firstNameMissing', { person: { name: 'Suharto', email: 'suha@etu.example.ca' } });
  await checkList();
  const yes = await button('Elle a un seul nom');
  const singleNames = { people: 1, samples: [{ line: 2, name: 'Suharto' }] };
  server.on(previewImport).reply(() => ({ ...somePreview, singleNames }));
  fireEvent.click(yes);
  await sent({ singleNames: 'true' });
  expect(await screen.findByText('1 personne a un seul nom :')).toBeDefined();
  expect(screen.getByText('Suharto (ligne 2)')).toBeDefined();
});

describe('whole names without a comma', () => {
  const notSplit = (line: number, text: string, firstLast: string, lastFirst: string) => ({
    ...{ line, column: 'Nom complet', field: 'fullName', code: 'import.nameNotSplit' as const, text },
    params: { firstLast, lastFirst },
  });
  const ofThree = notSplit(3, 'Ana María Gil', 'Gil, Ana María', 'Ana, María Gil');
  const splitNames = {
    ...{ order: 'firstLast' as const, count: 1 },
    samples: [{ firstName: 'Zoé', lastName: 'Côté' }],
  };

  test('are asked about once, with names of the list; those of three words then stand proposed', async () => {
    const problems = [ofThree, notSplit(2, 'Zoé Côté', 'Côté, Zoé', 'Zoé, Côté')];
    server.on(previewImport).reply(() => ({ ...someRefusal, problems, badRows: 2 }));
    await checkList();
    expect(await screen.findByText('Dans quel ordre sont écrits les noms?')).toBeDefined();
    screen.getByText(/Prénom\s: Zoé · Nom\s: Côté/);
    screen.getByText(/Prénom\s: Côté · Nom\s: Zoé/);
    expect(screen.queryByText(/Ana María · Nom/)).toBeNull();
    const cell = () => screen.findByRole('textbox', { name: /ligne 3/i }) as Promise<HTMLInputElement>;
    expect((await cell()).value).toBe('Ana María Gil');
    expect(partsSent(server, previewImport).nameOrder).toBeUndefined();
    const file = { ...somePreview.file, splitNames };
    server.on(previewImport).reply(() => ({ ...someRefusal, problems: [ofThree], badRows: 1, file }));
    fireEvent.click(await button(/Lire ainsi\s: Prénom, puis nom/));
    await sent({ nameOrder: 'firstLast' });
    await waitFor(async () => expect((await cell()).value).toBe('Gil, Ana María'));
    expect(screen.queryByText('Dans quel ordre sont écrits les noms?')).toBeNull();
    fireEvent.submit((await cell()).form as HTMLFormElement);
    const corrections = JSON.stringify([{ line: 3, field: 'fullName', text: 'Gil, Ana María' }]);
    await sent({ corrections });
  });

  test('that were split are told, with the way to the other order', async () => {
    server.on(previewImport).reply(() => ({ ...somePreview, file: { ...somePreview.file, splitNames } }));
    await checkList();
    expect(await screen.findByText(/1 nom sans virgule a été séparé\s:/)).toBeDefined();
    fireEvent.click(await button(/Lire plutôt\s: Nom, puis prénom/));
    await sent({ nameOrder: 'lastFirst' });
  });
});
