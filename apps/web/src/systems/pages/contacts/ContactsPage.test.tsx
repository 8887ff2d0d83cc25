import { changeMailFrames, listMailFrames, type System } from '@guichet/contract/systems/systems';
import { saveLogo } from '@guichet/contract/systems/systems.logo';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const unset = { emailFromName: null, emailFromNameEn: null, officeFr: null, officeEn: null };
const mails = { ...unset, emailFrom: null, replyTo: null, phone: null };
const dc: System = {
  id: 3,
  slug: 'dc',
  name: 'DC',
  coursePrefix: 'DC',
  templateId: null,
  semesterId: null,
  logoId: null,
  isArchived: false,
  ...mails,
};

test('a cell whose text could not be saved keeps it and says why; Enter tries again, and the university’s value stands there by default', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  let system = dc;
  const university = { ...mails, phone: '613 555-0100' };
  server.on(listMailFrames).reply(() => ({ systems: [system], university, senderDomains: '' }));
  server.on(changeMailFrames).reply(() => problem(503, 'database.unavailable'));
  renderPortal('/configuration/contacts');
  const cell = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Téléphone – DC' });
  expect(cell.placeholder).toBe('613 555-0100');
  fireEvent.change(cell, { target: { value: '613 555-0133\n' } });
  fireEvent.keyDown(cell, { key: 'Enter' });
  await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'));
  expect(cell.value).toBe('613 555-0133 ');
  await screen.findByText('Détail de database.unavailable.');

  server.on(changeMailFrames).reply(() => {
    system = { ...dc, phone: '613 555-0133' };
    return [system];
  });
  fireEvent.keyDown(cell, { key: 'Enter' });
  await screen.findByText(/^Enregistré\s: Téléphone – DC$/);
  expect(cell.getAttribute('aria-invalid')).toBeNull();
  expect(cell.value).toBe('613 555-0133');
  expect(server.requestsTo(changeMailFrames).at(-1)?.body).toEqual({
    systemIds: [3],
    phone: '613 555-0133',
  });
  // A text that equals the stored one is not sent.
  fireEvent.change(cell, { target: { value: ' 613 555-0133' } });
  fireEvent.blur(cell);
  expect(server.requestsTo(changeMailFrames)).toHaveLength(2);
  expect(cell.value).toBe('613 555-0133');
});

test('where no domain is allowed, nobody can type a sender address in vain: it stands there as it is, with who can allow one', async () => {
  const server = fakeServer();
  const superAdmins = [{ fullName: 'Hélène Super', email: 'super@exemple.ca' }];
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }], superAdmins });
  const university = { ...mails, emailFrom: 'no-reply@exemple.ca' };
  const systems = [dc, { ...dc, id: 4, slug: 'gp', name: 'GP' }];
  let senderDomains = '';
  server.on(listMailFrames).reply(() => ({ systems, university, senderDomains }));
  const { unmount } = renderPortal('/configuration/contacts');
  const reply = await screen.findByRole('textbox', { name: 'Adresse de réponse – DC' });
  expect(screen.queryByRole('textbox', { name: 'Adresse d’expédition – DC' })).toBeNull();
  expect(screen.getAllByRole('cell', { name: 'no-reply@exemple.ca' })).toHaveLength(2);
  expect(await screen.findByRole('link', { name: 'super@exemple.ca' })).toBeDefined();
  screen.getByText(/Pour en faire permettre un, écrivez à\s:$/);
  fireEvent.click(screen.getByRole('button', { name: 'La même valeur pour tous' }));
  const field = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Champ' });
  expect(within(field).queryByRole('option', { name: 'Adresse d’expédition' })).toBeNull();
  expect(reply).toBeDefined();
  unmount();
  senderDomains = 'exemple.ca';
  renderPortal('/configuration/contacts');
  expect(await screen.findByRole('textbox', { name: 'Adresse d’expédition – DC' })).toBeDefined();
});

test('where no super admin has an address that a mail would reach, nothing asks to write to one', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }], superAdmins: [] });
  server.on(listMailFrames).reply(() => ({ systems: [dc], university: mails, senderDomains: '' }));
  renderPortal('/configuration/contacts');
  await screen.findByText(/aucun domaine\. Tout le reste est à vous\.$/);
});

test('the page names the systems whose mails show the office in the other language, also that of the university', async () => {
  const server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  const systems = [
    { ...dc, officeEn: 'Room 1' },
    { ...dc, id: 4, name: 'NP' },
    { ...dc, id: 5, name: 'AC', officeFr: 'Local 3', officeEn: 'Room 3' },
  ];
  const university = { ...mails, officeFr: 'Pavillon A' };
  server.on(listMailFrames).reply(() => ({ systems, university, senderDomains: null }));
  renderPortal('/configuration/contacts');
  await screen.findByText(/^Les courriels en anglais donnent le bureau en français.*: NP\.$/);
  screen.getByText(/^Les courriels en français donnent le bureau en anglais.*: DC\.$/);
});

test('a block from a spreadsheet fills the cells to the right and down, and each is saved; what lies beyond is left out', async () => {
  const server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  let systems: System[] = [dc, { ...dc, id: 4, slug: 'gp', name: 'GP', replyTo: 'gp@exemple.ca' }];
  server.on(listMailFrames).reply(() => ({ systems, university: mails, senderDomains: null }));
  server.on(changeMailFrames).reply(({ body }) => {
    const { systemIds, ...change } = body as { systemIds: number[] };
    systems = systems.map((one) => (systemIds.includes(one.id) ? { ...one, ...change } : one));
    return systems;
  });
  renderPortal('/configuration/contacts');
  const cell = (field: string, system: string) =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: `${field} – ${system}` });
  const text = [
    'dc@exemple.ca\t613 555-0101\tBureau 12',
    'gp@exemple.ca\t613 555-0102\tBureau 14',
    'x\ty\tz',
  ];
  fireEvent.paste(await cell('Adresse de réponse', 'DC'), {
    clipboardData: { getData: () => `${text.join('\r\n')}\r\n` },
  });
  await waitFor(() => expect(systems[1]?.officeFr).toBe('Bureau 14'));
  expect(systems).toMatchObject([
    { replyTo: 'dc@exemple.ca', phone: '613 555-0101', officeFr: 'Bureau 12' },
    { replyTo: 'gp@exemple.ca', phone: '613 555-0102', officeFr: 'Bureau 14' },
  ]);
  // A line that stood there already is not saved again.
  expect(server.requestsTo(changeMailFrames)).toHaveLength(5);
  // The text of one cell is pasted as ever.
  const isLeft = fireEvent.paste(await cell('Téléphone', 'DC'), {
    clipboardData: { getData: () => '613 555-0103\r\n' },
  });
  expect(isLeft).toBe(true);
});

test('the same value is offered to systems only once a save would take it', async () => {
  const server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  const systems = [dc, { ...dc, id: 4, slug: 'gp', name: 'GP' }];
  server.on(listMailFrames).reply(() => ({ systems, university: mails, senderDomains: null }));
  renderPortal('/configuration/contacts');
  fireEvent.click(await screen.findByRole('button', { name: 'La même valeur pour tous' }));
  const dialog = within(await screen.findByRole('dialog'));
  const value = dialog.getByLabelText(/^Valeur/);
  fireEvent.change(value, { target: { value: 'examens' } });
  expect(dialog.queryByText(/→ examens/)).toBeNull();
  fireEvent.change(value, { target: { value: 'examens@exemple.ca' } });
  expect(dialog.getAllByText(/→ examens@exemple\.ca/)).toHaveLength(2);
});

test('a logo saved without a picture says that one is to be chosen, and a saved one says so', async () => {
  const server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  server.on(listMailFrames).reply(() => ({ systems: [dc], university: mails, senderDomains: null }));
  server.on(saveLogo).reply(() => ({ ...dc, logoId: 7 }));
  renderPortal('/configuration/contacts');
  fireEvent.click(await screen.findByRole('button', { name: /^Choisir le logo\s: DC$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  const field = dialog.getByLabelText(/^Logo en tête/);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getAllByText('Choisissez une image')).toHaveLength(2);
  const file = new File(['x'], 'logo.png', { type: 'image/png' });
  fireEvent.change(field, { target: { files: [file] } });
  expect(field.getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText(/^Système enregistré\s: DC$/);
  expect(screen.queryByRole('dialog')).toBeNull();
});
