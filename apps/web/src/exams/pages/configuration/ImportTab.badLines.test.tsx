import { importCandidates, previewImport, type Refusal } from '@guichet/contract/imports/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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

const ofEmail = {
  ...{ line: 14, column: 'Courriel', field: 'email', code: 'import.emailInvalid' as const, text: 'tom@' },
  person: { name: 'Tom Bélair', email: 'tom@' },
};
const ofName = {
  ...{ line: 20, column: 'Prénom', field: 'firstName', code: 'import.firstNameMissing' as const, text: '' },
};
const refusal = (...problems: Refusal['problems']): Refusal => ({
  ...someRefusal,
  problems,
  badRows: problems.length,
});
const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('a wrong cell is corrected in place and checked at once; the next one takes the focus, then the preview', async () => {
  server.on(previewImport).reply(() => refusal(ofEmail, ofName));
  await checkList();
  const email = await cell('Ligne 14, Adresse courriel');
  expect(email.value).toBe('tom@');
  fireEvent.change(email, { target: { value: 'tom@etu.example.ca' } });
  server.on(previewImport).reply(() => refusal(ofName));
  fireEvent.submit(email);
  await waitFor(() =>
    expect(partsSent(server, previewImport)).toMatchObject({
      corrections: '[{"line":14,"field":"email","text":"tom@etu.example.ca"}]',
    }),
  );
  const name = await cell('Ligne 20, Prénom');
  await waitFor(() =>
    expect(screen.queryByRole('textbox', { name: 'Ligne 14, Adresse courriel' })).toBeNull(),
  );
  fireEvent.change(name, { target: { value: 'Ève' } });
  const corrected = [{ line: 14, field: 'email', before: 'tom@', after: 'tom@etu.example.ca' }];
  server.on(previewImport).reply(() => ({ ...somePreview, file: { ...somePreview.file, corrected } }));
  name.focus();
  fireEvent.submit(name);
  expect(await screen.findByText('1 cellule corrigée sur cette page')).toBeDefined();
  expect(document.activeElement?.getAttribute('role')).toBe('group');
  server.on(importCandidates).reply(() => 3);
  fireEvent.click(await button(/^Importer/));
  await waitFor(() =>
    expect(partsSent(server, importCandidates)['corrections']).toContain('"field":"firstName","text":"Ève"'),
  );
});

const ofNumber = {
  ...ofName,
  ...{ line: 30, column: 'Numéro d’étudiant', field: 'studentNumber', text: 'x' },
};
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const sent = () => JSON.parse(String(partsSent(server, previewImport)['corrections'])) as unknown;

test('what is typed in other lines outlasts a correction, and stays with its line and its focus', async () => {
  server.on(previewImport).reply(() => refusal(ofEmail, ofName, ofNumber));
  await checkList();
  const email = await cell('Ligne 14, Adresse courriel');
  const name = await cell('Ligne 20, Prénom');
  type(email, 'tom@etu.example.ca');
  type(name, 'Ève');
  server.on(previewImport).reply(() => refusal(ofName, ofNumber));
  fireEvent.submit(email);
  name.focus();
  await waitFor(() => expect(email.isConnected).toBe(false));
  expect(sent()).toEqual([{ line: 14, field: 'email', text: 'tom@etu.example.ca' }]);
  expect(document.activeElement).toBe(await cell('Ligne 20, Prénom'));
  expect((await cell('Ligne 20, Prénom')).value).toBe('Ève');
  expect((await cell('Ligne 30, Numéro d’étudiant')).value).toBe('x');
  server.on(previewImport).reply(() => refusal(ofNumber));
  fireEvent.click(screen.getAllByRole('button', { name: 'Corriger' })[0] as HTMLElement);
  await waitFor(() => expect(name.isConnected).toBe(false));
  expect(sent()).toHaveLength(2);
});

test('one press corrects every line that was changed; one that is still wrong keeps its text', async () => {
  server.on(previewImport).reply(() => refusal(ofEmail, ofName, ofNumber));
  await checkList();
  type(await cell('Ligne 20, Prénom'), 'Ève');
  expect(screen.queryByRole('button', { name: /^Corriger les/ })).toBeNull();
  type(await cell('Ligne 14, Adresse courriel'), 'tom@etu');
  server.on(previewImport).reply(() => refusal({ ...ofEmail, text: 'tom@etu' }, ofNumber));
  fireEvent.click(await button('Corriger les 2 lignes'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Ligne 20, Prénom' })).toBeNull());
  expect(sent()).toEqual([
    { line: 20, field: 'firstName', text: 'Ève' },
    { line: 14, field: 'email', text: 'tom@etu' },
  ]);
  expect((await cell('Ligne 14, Adresse courriel')).value).toBe('tom@etu');
  expect(screen.queryByRole('button', { name: /^Corriger les/ })).toBeNull();
});

test('what is typed and not yet corrected is there again after its line was left aside and taken back', async () => {
  server.on(previewImport).reply(() => refusal(ofEmail, ofName));
  await checkList();
  type(await cell('Ligne 20, Prénom'), 'Ève');
  const setAside = [{ line: 14, name: 'Tom Bélair', email: 'tom@' }];
  server.on(previewImport).reply(() => ({ ...somePreview, file: { ...somePreview.file, setAside } }));
  fireEvent.click(await button('Laisser ces 2 lignes de côté'));
  const again = await button('Reprendre cette ligne');
  server.on(previewImport).reply(() => refusal(ofEmail, ofName));
  fireEvent.click(again);
  expect((await cell('Ligne 20, Prénom')).value).toBe('Ève');
});

test('bad lines are left aside by one press, named, and taken back by another', async () => {
  server.on(previewImport).reply(() => refusal(ofEmail, ofName));
  await checkList();
  await screen.findByText(/laissez ces lignes de côté/);
  const leave = await button('Laisser ces 2 lignes de côté');
  const setAside = [
    { line: 14, name: 'Tom Bélair', email: 'tom@' },
    { line: 20, name: 'Huot', email: 'h@etu.example.ca' },
  ];
  server.on(previewImport).reply(() => ({ ...somePreview, file: { ...somePreview.file, setAside } }));
  fireEvent.click(leave);
  await waitFor(() =>
    expect(partsSent(server, previewImport)).toMatchObject({ setAside: '[{"line":14},{"line":20}]' }),
  );
  const title = await screen.findByText('2 lignes sont laissées de côté et ne seront pas importées');
  expect(title.parentElement?.textContent).toContain('Tom Bélair');
  expect(within(title.parentElement ?? title).getByRole('button', { name: 'Télécharger' })).toBeDefined();
  server.on(previewImport).reply(() => refusal(ofEmail, ofName));
  fireEvent.click(await button('Reprendre ces lignes'));
  expect(await cell('Ligne 14, Adresse courriel')).toBeDefined();
});

test('a corrected cell and lines left aside outlast a look at the columns, but for lines above the headings', async () => {
  const fields = ['email', 'firstName'];
  const layout = {
    ...{ headingLine: 1, columnsLeftOut: 0, isMatchedByHand: false },
    firstLines: [1, 20].map((line) => ({ line, cells: ['Courriel', 'Prénom'] })),
    columns: fields.map((field, index) => ({ index, heading: field, samples: [], field, mayBe: null })),
    fields: fields.map((field) => ({ field, isRequired: true, parts: [] })),
  };
  const columns = { layout, remembered: null };
  server.on(previewImport).reply(() => ({ ...refusal(ofEmail, ofName), columns }));
  await checkList();
  const email = await cell('Ligne 14, Adresse courriel');
  fireEvent.change(email, { target: { value: 'tom@etu.example.ca' } });
  server.on(previewImport).reply(() => ({ ...refusal(ofName), columns }));
  fireEvent.submit(email);
  await waitFor(() =>
    expect(screen.queryByRole('textbox', { name: 'Ligne 14, Adresse courriel' })).toBeNull(),
  );
  server.on(previewImport).reply(() => ({ ...somePreview, columns }));
  fireEvent.click(await button('Laisser cette ligne de côté'));
  const corrections = '[{"line":14,"field":"email","text":"tom@etu.example.ca"}]';
  await button(/^Importer/);
  fireEvent.click(await button('Choisir les colonnes'));
  fireEvent.click(await button('Afficher l’aperçu'));
  await waitFor(() =>
    expect(partsSent(server, previewImport)).toMatchObject({
      ...{ headingLine: '1', corrections, setAside: '[{"line":20}]' },
    }),
  );
  await button(/^Importer/);
  fireEvent.click(await button('Choisir les colonnes'));
  fireEvent.change(await screen.findByLabelText(/^Ligne des titres/), { target: { value: '20' } });
  fireEvent.click(await button('Afficher l’aperçu'));
  await waitFor(() => expect(partsSent(server, previewImport)).toMatchObject({ headingLine: '20' }));
  expect(partsSent(server, previewImport)).not.toHaveProperty('corrections');
  expect(partsSent(server, previewImport)).not.toHaveProperty('setAside');
});

test('nothing is offered where a problem is not of a single line, or every line is bad', async () => {
  const ofFile = { line: null, column: null, code: 'import.damaged' as const, text: '' };
  server.on(previewImport).reply(() => refusal(ofEmail, ofFile));
  await checkList();
  expect(await screen.findByText('tom@', { selector: 'code' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /de côté/ })).toBeNull();
});

test('a corrected line that the list no longer has leaves a way back: the list as it is', async () => {
  server.on(previewImport).reply(() => refusal(ofEmail));
  await checkList();
  const email = await cell('Ligne 14, Adresse courriel');
  type(email, 'tom@etu.example.ca');
  const lost = {
    line: null,
    column: null,
    code: 'import.lineUnknown' as const,
    text: '',
    params: { line: 14 },
  };
  server.on(previewImport).reply(() => refusal(lost));
  fireEvent.submit(email);
  const back = await button('Reprendre la liste sans ces corrections');
  server.on(previewImport).reply(() => refusal(ofEmail));
  fireEvent.click(back);
  expect((await cell('Ligne 14, Adresse courriel')).value).toBe('tom@');
  expect(partsSent(server, previewImport)['corrections']).toBeUndefined();
});
