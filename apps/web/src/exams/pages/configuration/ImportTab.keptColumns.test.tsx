import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { button, checkList, partsSent, setImportScene, somePreview } from '../../../testing/importScene.ts';
import { someForecast } from '../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
});

const headings = ['Courriel', 'Prénom', 'Nom', 'Groupe', "No d'exa<men>", 'Tiers-temps'];
const fields = ['email', 'firstName', 'lastName', null, null, null];
const layout = {
  headingLine: 1,
  firstLines: [{ line: 1, cells: headings }],
  columns: headings.map((heading, index) => ({
    ...{ index, heading, samples: [], field: fields[index] ?? null },
    mayBe: heading === 'Tiers-temps' ? 'extraTime' : null,
  })),
  columnsLeftOut: 0,
  fields: ['email', 'firstName', 'lastName', 'extraTime'].map((field) => ({
    ...{ field, isRequired: field !== 'extraTime', parts: [] },
  })),
  isMatchedByHand: false,
};

test('a column that is not read can be kept under its heading; extra time cannot', async () => {
  const file = { ...somePreview.file, ignoredColumns: ['Groupe'] };
  server.on(previewImport).reply(() => ({ ...somePreview, file, columns: { layout, remembered: null } }));
  await checkList();
  const choiceOf = (name: RegExp) => screen.findByRole<HTMLSelectElement>('combobox', { name });
  const options = ({ options: all }: HTMLSelectElement) => [...all].map(({ text }) => text);
  expect(options(await choiceOf(/Tiers-temps/)).join()).not.toContain('Conserver');
  expect(options(await choiceOf(/exa/))).toContain('Conserver telle quelle («\u00a0No d’exa men\u00a0»)');
  fireEvent.change(await choiceOf(/Groupe/), { target: { value: 'list.Groupe' } });
  const recognised = [...somePreview.file.recognised, { heading: 'Groupe', field: 'list.Groupe' }];
  const rows = somePreview.rows.map((row) => ({ ...row, listValues: { Groupe: 'Groupe 42' } }));
  const matched = { ...layout, isMatchedByHand: true };
  server.on(previewImport).reply(() => ({
    ...{ ...somePreview, rows, file: { ...file, recognised } },
    columns: { layout: matched, remembered: null },
  }));
  fireEvent.click(await button('Afficher l’aperçu'));
  const table = within(await screen.findByRole('table', { name: 'Ligne par ligne' }));
  expect(table.getByRole('columnheader', { name: 'Groupe' })).toBeDefined();
  expect(table.getByText('Groupe 42')).toBeDefined();
  server.on(importCandidates).reply(() => 3);
  fireEvent.click(await button(/^Importer/));
  await waitFor(() =>
    expect(JSON.parse(String(partsSent(server, importCandidates)['columns']))).toMatchObject({
      '3': 'list.Groupe',
    }),
  );
});

test('before mails leave, the page asks about people without a value that the text names', async () => {
  const forecast = someForecast({ fr: { withoutValue: [{ column: 'Groupe', people: 2 }] } });
  server.on(previewImport).reply(() => ({ ...somePreview, forecast }));
  await checkList();
  fireEvent.click(await button(/^Importer/));
  const question = await screen.findByRole('alertdialog', { name: 'Envoyer ces courriels tels quels?' });
  expect(question.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'Le texte mentionne « Groupe », que la liste n’indique pas pour 2 personnes',
  );
});
