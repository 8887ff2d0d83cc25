import type { ListedImport } from '@guichet/contract/imports/imports.past';
import { listImports, previewUndo, undoImport } from '@guichet/contract/imports/imports.past';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { button, setImportScene, someImport, someUndo } from '../../../testing/importScene.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';

const { counts } = someUndo;

let server: ReturnType<typeof fakeServer>;
let imports: ListedImport[];
beforeEach(() => {
  server = fakeServer();
  setImportScene(server);
  imports = [someImport];
  server.on(listImports).reply(() => ({ imports, totalItems: imports.length }));
  server.on(previewUndo).reply(() => someUndo);
});

const open = () => renderPortal('/dc/configuration?tab=import');
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
async function openUndo() {
  open();
  fireEvent.click(await button(/^Annuler l’importation\s: hiver\.csv$/));
  return within(await screen.findByRole('dialog', { name: /hiver\.csv/ }));
}
const sentPrints = () =>
  server
    .requestsTo(undoImport)
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body);

test('past imports show file, day, person, exam, counts, and whether each can be undone', async () => {
  imports = [
    someImport,
    { ...someImport, id: 'b', fileName: 'tard.csv', undo: 'tooLate' },
    {
      ...someImport,
      id: 'c',
      fileName: 'vieux.csv',
      by: null,
      accounts: null,
      alreadyThere: null,
      mails: null,
      undo: 'unrecorded',
    },
    {
      ...someImport,
      id: 'd',
      fileName: 'annule.csv',
      undo: 'undone',
      undone: { at: someImport.at, by: 'Bea Roy', counts: { ...counts, told: 2 } },
    },
  ];
  open();
  const row = await rowOf(/hiver\.csv/);
  const cellsOf = (within: typeof row) =>
    within.getAllByRole('cell').map(({ textContent }) => textContent?.trim());
  const [when, exam, result, state] = cellsOf(row);
  expect(when).toMatch(/^11\/01\/2027 10.h Ada Roy$/);
  expect(exam).toBe('Hiver 2027 1er\u00A0février 2027');
  expect(result).toBe('3 personnes inscrites 2 comptes créés, 1 personne déjà inscrite 3 courriels');
  const mails = row.getByRole('link', { name: '3 courriels' });
  expect(mails.getAttribute('href')).toBe('/outbox?system=3&exam=12');
  expect(state).toBe('Annuler jusqu’au 1er\u00A0février 2027');
  expect((await rowOf(/tard\.csv/)).getByText('Le délai est passé.')).toBeDefined();
  expect((await rowOf(/vieux\.csv.*ligne de commande/)).getByText(/Trop ancienne/)).toBeDefined();
  const [, , stayed, undone] = cellsOf(await rowOf(/annule\.csv/));
  expect(stayed).toBe(
    '1 inscription de cette liste n’a pas été annulée 2 inscriptions annulées, 1 personne déjà inscrite',
  );
  expect(undone).toMatch(
    /^Importation annulée 11\/01\/2027 10.h · Bea Roy · 2 personnes avisées par courriel$/,
  );
  expect(screen.getAllByRole('button', { name: /^Annuler l’importation/ })).toHaveLength(1);
});

test('an import of which nothing can be taken back says why in its row, and offers no undo', async () => {
  imports = [{ ...someImport, kept: ['attested', 'presenceTicked'] }];
  open();
  const row = await rowOf(/hiver\.csv/);
  row.getByText(/^Rien à annuler\s: attestation accordée, présence pointée depuis\.$/);
  expect(row.queryByRole('button')).toBeNull();
  expect(row.queryByText(/jusqu’au/)).toBeNull();
});

test('lines that a list left aside are counted beside what it did', async () => {
  imports = [{ ...someImport, setAside: 1 }];
  open();
  expect((await rowOf(/hiver\.csv/)).getByText(/1 ligne laissée de côté$/)).toBeDefined();
});

test('an undone import of people who were all in the exam does not say that none of them is', async () => {
  const undone = { at: someImport.at, by: 'Bea Roy', counts: { ...counts, enrolments: 0, corrections: 54 } };
  imports = [{ ...someImport, placed: 0, alreadyThere: 54, undo: 'undone', undone }];
  open();
  const [, , result] = (await rowOf(/hiver\.csv/)).getAllByRole('cell');
  expect(result?.textContent).toMatch(
    /^Aucune personne inscrite par cette liste ne l’est encore .*54 personnes déjà inscrites, 54 personnes dont/,
  );
});

test('who was asked to confirm an address is counted beside those who were corrected', async () => {
  imports = [{ ...someImport, corrected: 53, awaited: 1 }];
  open();
  await (await rowOf(/hiver\.csv/)).findByText(
    /53 personnes corrigées, 1 personne priée de confirmer sa nouvelle adresse/,
  );
});

test('without imports the list says so; a failure offers another try', async () => {
  server.on(listImports).reply(() => problem(503, 'database.unavailable'));
  imports = [];
  open();
  const again = await button('Réessayer');
  server.on(listImports).reply(() => ({ imports, totalItems: 0 }));
  fireEvent.click(again);
  expect(await screen.findByText('Aucune liste n’a encore été importée')).toBeDefined();
});

test('an undo first says what goes and what stays, in numbers and person by person', async () => {
  const dialog = await openUndo();
  for (const text of [
    /^Liste importée le .+ dans l’examen « .+ », .+\.$/,
    '2 inscriptions retirées',
    '1 compte créé par cette importation et supprimé avec elle',
    '1 courriel arrêté avant son envoi',
    '2 places retirées sur la plateforme d’apprentissage',
    'déjà inscrite avant l’importation (1 personne)',
    'a déjà ouvert une session (1 personne)',
    /^Un courriel est déjà parti à 1 personne$/,
    /Un courriel envoyé ne peut pas être rappelé/,
  ])
    expect(await dialog.findByText(text)).toBeDefined();
  expect(dialog.queryByText(/^courriel déjà parti \(/)).toBeNull();
  const rows = dialog.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toBe('2Zoé Côtézoe@exemple.cainscription retirée, compte supprimé, courriel arrêté–');
  expect(rows[2]).toBe(
    '3Noé Roynoe@exemple.cainscription retiréecourriel déjà parti, a déjà ouvert une session',
  );
  expect(rows[3]).toBe('4Léa Abellea@exemple.ca–déjà inscrite avant l’importation');
  fireEvent.click(dialog.getByRole('button', { name: 'Ne rien changer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentPrints()).toEqual([]);
});

test('the confirmed undo sends what was shown, and says what it took back in the numbers of the preview', async () => {
  server.on(undoImport).reply(() => ({ outcome: 'undone', at: new Date(), by: 'Ada Roy', counts }));
  const dialog = await openUndo();
  fireEvent.click(await dialog.findByRole('button', { name: 'Annuler l’importation' }));
  const done = await screen.findByText(/est annulée/);
  expect(done.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'L’importation de « hiver.csv » est annulée : 2 inscriptions retirées, 1 compte créé par cette importation et supprimé avec elle, 1 courriel arrêté avant son envoi et 2 places retirées sur la plateforme d’apprentissage.',
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentPrints()).toEqual([{ fingerprint: 'first', sendEmail: true }]);
});

test('an import of which nothing can be undone says so, with the reason', async () => {
  const none = { enrolments: 0, accounts: 0, roles: 0, mails: 0, places: 0, corrections: 0, removals: 0 };
  server.on(previewUndo).reply(() => ({ ...someUndo, counts: none, stays: { attested: 2 } }));
  const dialog = await openUndo();
  await dialog.findByText(/ne peut être annulé\. Le motif est donné pour chaque personne\.$/);
  dialog.getByText('attestation accordée (2 personnes)');
});

test('who was mailed before is told by mail, unless the box is unticked; where no mail has left none is offered', async () => {
  server.on(undoImport).reply(() => ({
    outcome: 'undone',
    at: new Date(),
    by: 'Ada Roy',
    counts: { ...counts, told: 1 },
  }));
  const dialog = await openUndo();
  const box = await dialog.findByRole<HTMLInputElement>('checkbox', {
    name: /Aviser du retrait.*la personne/,
  });
  expect(box.checked).toBe(true);
  // Above the people, who may be thousands.
  const people = dialog.getByRole('table');
  expect(box.compareDocumentPosition(people) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  fireEvent.click(box);
  expect(dialog.getByText(/pourrait se présenter à l’examen/)).toBeDefined();
  fireEvent.click(box);
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler l’importation' }));
  expect(
    await screen.findByText(/2 places retirées sur la plateforme d’apprentissage\. 1 courriel d’avis/),
  ).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentPrints()).toEqual([{ fingerprint: 'first', sendEmail: true }]);

  server.on(previewUndo).reply(() => ({ ...someUndo, tellable: 0 }));
  fireEvent.click(await button(/^Annuler l’importation\s: hiver\.csv$/));
  const again = within(await screen.findByRole('dialog', { name: /hiver\.csv/ }));
  fireEvent.click(await again.findByRole('button', { name: 'Annuler l’importation' }));
  expect(again.queryByRole('checkbox')).toBeNull();
  await waitFor(() => expect(sentPrints()[1]).toEqual({ fingerprint: 'first', sendEmail: false }));
});

test('a sentence is added to the mail of an undo, within its limit, and is discarded only after a question', async () => {
  server.on(undoImport).reply(() => ({ outcome: 'undone', at: new Date(), by: 'Ada Roy', counts }));
  const dialog = await openUndo();
  const field = await dialog.findByRole('textbox', { name: /au courriel en anglais/ });
  const submit = () => dialog.getByRole('button', { name: 'Annuler l’importation' });
  field.focus();
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
  dialog.getByText('Ce texte est trop long. Raccourcissez-le.');
  expect(submit().getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(field, { target: { value: 'See you in May.' } });
  dialog.getByText('Les personnes qui lisent le français recevront le courriel sans phrase ajoutée.');
  fireEvent.click(dialog.getByRole('button', { name: 'Ne rien changer' }));
  const discard = within(await screen.findByRole('alertdialog', { name: 'Abandonner la saisie?' }));
  fireEvent.click(discard.getByText('Continuer la saisie'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(submit());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentPrints()).toEqual([{ fingerprint: 'first', sendEmail: true, noteEn: 'See you in May.' }]);
});

test('if something has changed since, the newer preview is shown and has to be confirmed', async () => {
  const current = { ...someUndo, fingerprint: 'second', counts: { ...counts, accounts: 0 } };
  server.on(undoImport).reply(() => ({
    outcome: 'changedMeanwhile',
    current,
    mailsHeldUntil: new Date('2027-01-11T15:10:00Z'),
  }));
  const dialog = await openUndo();
  const submit = await dialog.findByRole('button', { name: 'Annuler l’importation' });
  server.on(previewUndo).reply(() => current);
  fireEvent.click(submit);
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /rien n’a été annulé.*attendent jusqu’à 10.h.10/,
  );
  await waitFor(() => expect(dialog.queryByText(/compte créé par/)).toBeNull());
  server.on(undoImport).reply(() => ({ outcome: 'undone', at: new Date(), by: 'Ada Roy', counts }));
  fireEvent.click(dialog.getByRole('button', { name: 'Annuler l’importation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentPrints()).toEqual([
    { fingerprint: 'first', sendEmail: true },
    { fingerprint: 'second', sendEmail: true },
  ]);
});

test('an import that somebody else has just undone says by whom', async () => {
  server.on(previewUndo).reply(() => ({ outcome: 'undone', at: someImport.at, by: 'Bea Roy', counts }));
  const dialog = await openUndo();
  expect((await dialog.findByRole('status')).textContent).toMatch(/annulée par Bea Roy/);
});

test('an import that was undone offers the file of who had got a mail, where somebody had', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:1';
  });
  const undone = { at: someImport.at, by: 'Bea Roy', counts };
  const gone = { ...someImport, undo: 'undone', undone } as const;
  imports = [
    { ...gone, isMailed: true },
    { ...gone, id: 'e', fileName: 'muette.csv' },
  ];
  server.on(previewUndo).reply(({ url }) => ({
    outcome: 'undone',
    ...undone,
    ...(url.searchParams.get('all') && { mailed: [{ name: 'Zoé Côté', email: 'zoe@exemple.ca' }] }),
  }));
  open();
  expect((await rowOf(/muette\.csv/)).queryByRole('button')).toBeNull();
  fireEvent.click(await button('Qui a reçu un courriel\u00a0: hiver.csv'));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await (saved[0] as Blob).text()).trimEnd().split('\r\n');
  expect(lines.slice(1)).toEqual(['Zoé Côté;zoe@exemple.ca']);
});

test('the file names every person, also those beyond the rows shown', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:1';
  });
  server
    .on(previewUndo)
    .reply(({ url }) =>
      url.searchParams.get('all') === 'true'
        ? someUndo
        : { ...someUndo, rows: someUndo.rows.slice(0, 1), rowsLeftOut: 2 },
    );
  const dialog = await openUndo();
  expect(await dialog.findByText(/2 autres personnes ne sont pas affichées/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Télécharger le détail' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await (saved[0] as Blob).text()).split('\r\n');
  expect(lines[1]).toBe(
    '2;Zoé Côté;zoe@exemple.ca;"inscription retirée, compte supprimé, courriel arrêté";–',
  );
  expect(lines).toHaveLength(5);
});
