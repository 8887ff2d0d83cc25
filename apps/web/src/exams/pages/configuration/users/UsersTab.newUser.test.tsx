import { errors } from '@guichet/contract/core/errors';
import { listExams } from '@guichet/contract/exams/exams.list';
import { addCandidate, listCandidates } from '@guichet/contract/exams/places';
import { checkEmailAvailable, checkPassword, createUser } from '@guichet/contract/identity/account.given';
import { listFactors } from '@guichet/contract/identity/factors';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { listRoles, searchUsers } from '@guichet/contract/identity/users.search';
import { getMessage } from '@guichet/contract/mail/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, problem } from '../../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../../testing/renderPortal.tsx';
import {
  someFoundUser,
  someListedExam,
  someMessage,
  someUser,
  someUserInfo,
} from '../../../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => [someListedExam()]);
  server.on(listCandidates).reply(() => [someUser()]);
  server.on(listSystemUsers).reply(() => [someUser()]);
  server.on(checkEmailAvailable).reply(() => true);
  server.on(getMessage).reply(() => someMessage());
  server.on(listRoles).reply(() => [
    { name: 'Admin - DC', role: 'admin', systemId: 3, mayGive: true, isArchived: false },
    { name: 'DC', role: 'student', systemId: 3, mayGive: true, isArchived: false },
  ]);
});

async function openDialog(path: string) {
  renderPortal(path);
  await screen.findByRole('table');
  await openNewUser();
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByLabelText('Prénom');
  return within(dialog);
}

/** Opens the form of a new account; the list of an exam has the action in a menu. */
async function openNewUser() {
  const menu = screen.queryByRole('button', { name: 'Autres actions' });
  if (menu) fireEvent.click(menu);
  fireEvent.click(await screen.findByRole(menu ? 'menuitem' : 'button', { name: 'Nouveau compte' }));
}
type Form = Awaited<ReturnType<typeof openDialog>>;

const type = (form: Form, label: string | RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });
function fill(form: Form) {
  type(form, 'Adresse courriel', 'noe@etu.example.ca');
  type(form, 'Prénom', 'Noé');
  type(form, 'Nom', 'Où');
  const isByLink = form.getByRole('checkbox', { name: /^Sans mot de passe/ });
  if ((isByLink as HTMLInputElement).checked) fireEvent.click(isByLink);
  type(form, 'Nouveau mot de passe', 'Nouveau#1');
  type(form, 'Confirmez le mot de passe', 'Nouveau#1');
}
const submit = (form: Form) => fireEvent.click(form.getByRole('button', { name: /^Créer le compte/ }));
const sent = () => server.requestsTo(createUser).at(-1)?.body as Record<string, unknown>;

test('with an exam chosen the new user is placed in it, and the page says so', async () => {
  server.on(createUser).reply(() => true);
  const form = await openDialog('/dc/configuration?tab=users&exam=12');
  const place = form.getByRole('checkbox', { name: /^Inscrire à l’examen/ });
  expect(place).toHaveProperty('checked', true);
  fill(form);
  submit(form);
  await screen.findByText(/^Compte créé : Noé Où\. Cette personne est inscrite à l’examen/);
  expect(sent()).toMatchObject({ examId: 12, firstName: 'Noé' });
});

test('the place can be declined', async () => {
  server.on(createUser).reply(() => true);
  const form = await openDialog('/dc/configuration?tab=users&exam=12');
  fireEvent.click(form.getByRole('checkbox', { name: /^Inscrire à l’examen/ }));
  fill(form);
  submit(form);
  // The mail says the same of its link.
  await screen.findByText(
    /^Compte créé\s: Noé Où\. Un courriel est en route vers \S+; son lien .*qu’une fois, pendant 30 jours\.$/,
  );
  expect(sent()).toMatchObject({ examId: null });
});

test('a new account takes no typed password unless somebody chooses so', async () => {
  server.on(createUser).reply(() => true);
  const form = await openDialog('/dc/configuration?tab=users');
  expect(form.queryByLabelText('Nouveau mot de passe')).toBeNull();
  const isByLink = form.getByRole('checkbox', { name: /^Sans mot de passe/ });
  fireEvent.click(isByLink);
  // No tick promises what only the server knows, and a password that is all name lacks another.
  const unmet = (password: string) => {
    type(form, 'Nouveau mot de passe', password);
    return form.getAllByRole('listitem').filter(({ textContent }) => textContent?.endsWith('(pas encore)'));
  };
  type(form, 'Prénom', 'Noé');
  expect(unmet('Noe#2027Xy').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Pas seulement le nom ou l’adresse de la personne/),
  ]);
  expect(unmet('Tambour2027!')).toEqual([]);
  fireEvent.click(isByLink);
  type(form, 'Adresse courriel', 'noe@etu.example.ca');
  type(form, 'Prénom', 'Noé');
  type(form, 'Nom', 'Où');
  submit(form);
  await waitFor(() => expect(sent()).toMatchObject({ newPassword: null, confirmNewPassword: null }));
});

test('without an exam no place is mentioned', async () => {
  const form = await openDialog('/dc/configuration?tab=users');
  expect(form.queryByRole('checkbox', { name: /^Inscrire/ })).toBeNull();
});

test('an error of a field disappears once the field is valid, and only that one', async () => {
  const form = await openDialog('/dc/configuration?tab=users');
  submit(form);
  await waitFor(() => expect(form.getByLabelText('Prénom').getAttribute('aria-invalid')).toBe('true'));
  const isWrong = (label: string) => form.getByLabelText(label).getAttribute('aria-invalid') === 'true';
  type(form, 'Adresse courriel', 'noe');
  expect(isWrong('Adresse courriel')).toBe(true);
  type(form, 'Adresse courriel', 'noe@etu.example.ca');
  expect(isWrong('Adresse courriel')).toBe(false);
  type(form, 'Prénom', 'N');
  expect([isWrong('Prénom'), isWrong('Nom')]).toEqual([false, true]);
  type(form, 'Prénom', '');
  expect(isWrong('Prénom')).toBe(true);
});

test('an error that only the server finds disappears when the text changes', async () => {
  server.on(createUser).reply(() => problem(400, 'user.alreadyExists'));
  const form = await openDialog('/dc/configuration?tab=users');
  fill(form);
  submit(form);
  await form.findByText('User noe@etu.example.ca already exist');
  type(form, 'Adresse courriel', 'noe.ou@etu.example.ca');
  expect(form.queryByText(/already exist/)).toBeNull();
});

test('an error that only the server finds disappears when its field changes, and no other with it', async () => {
  const faults = ['newPassword', 'firstName'].map((path) => ({ path, messageKey: 'nearPassword' }));
  server.on(createUser).reply(() => problem(400, 'request.invalid', { errors: faults }));
  const form = await openDialog('/dc/configuration?tab=users');
  fill(form);
  submit(form);
  expect(await form.findAllByText(/Ce mot de passe ressemble à un nom/)).toHaveLength(2);
  type(form, 'Nouveau mot de passe', 'Nouveau#12');
  expect(form.getAllByText(/Ce mot de passe ressemble à un nom/)).toHaveLength(1);
  expect(form.getByLabelText('Prénom').getAttribute('aria-invalid')).toBe('true');
});

test('a busy server is reported with what to do, and the input is kept', async () => {
  const busy = errors.busy.fr;
  server.on(createUser).reply(() => problem(503, 'busy', { detail: busy }));
  const form = await openDialog('/dc/configuration?tab=users');
  fill(form);
  submit(form);
  expect(await form.findByText(busy)).toBeTruthy();
  expect(form.getByLabelText('Prénom')).toHaveProperty('value', 'Noé');
  expect(form.getByLabelText('Nouveau mot de passe')).toHaveProperty('value', 'Nouveau#1');
  expect(form.getByRole('button', { name: /^Créer le compte/ }).getAttribute('aria-disabled')).toBeNull();
});

test('Escape asks before it discards a filled form, and closes an empty one at once', async () => {
  const form = await openDialog('/dc/configuration?tab=users');
  form.getByLabelText('Prénom').focus();
  type(form, 'Prénom', 'Noé');
  fireEvent.keyDown(form.getByLabelText('Prénom'), { key: 'Escape' });
  const question = within(await screen.findByRole('alertdialog', { name: 'Abandonner la saisie?' }));
  // The answer that loses nothing is the prominent one, and the Enter key gives it.
  const answer = (text: string) => question.getByText(text).closest('button') as HTMLButtonElement;
  const stay = answer('Continuer la saisie');
  expect(stay.className).toMatch(/\bbg-accent\b/);
  await waitFor(() => expect(document.activeElement).toBe(stay));
  expect(answer('Abandonner').className).not.toMatch(/\bbg-(accent|danger)/);
  fireEvent.click(stay);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText('Prénom')).toHaveProperty('value', 'Noé');
  type(form, 'Prénom', '');
  fireEvent.keyDown(form.getByLabelText('Prénom'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an address with an account offers their place in the exam, and the role chosen in the form', async () => {
  server.on(checkEmailAvailable).reply(() => false);
  server.on(searchUsers).reply(() => ({
    data: [someFoundUser({ id: 7, fullName: 'Noé Où', email: 'Noe@etu.example.ca' })],
    totalItems: 1,
  }));
  server.on(addCandidate).reply(() => true);
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, maySetRoles: true, listRole: ['DC'] }));
  const form = await openDialog('/dc/configuration?tab=users&exam=12');
  fill(form);
  fireEvent.click(await form.findByRole('button', { name: /^Ajouter à l’examen/ }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(server.requestsTo(addCandidate)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Oui' }));
  await screen.findByText(/^Noé Où a maintenant une place à l’examen.* et en sera averti par courriel/);
  expect(server.requestsTo(addCandidate)[0]?.body).toEqual({ email: 'noe@etu.example.ca', sendEmail: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await openNewUser();
  const again = within(await screen.findByRole('dialog'));
  await again.findByLabelText('Prénom');
  type(again, 'Adresse courriel', 'noe@etu.example.ca');
  fireEvent.click(await again.findByRole('button', { name: 'Lui donner un rôle' }));
  const roles = within(await screen.findByRole('dialog', { name: /^Rôles/ }));
  expect(await roles.findByRole('checkbox', { name: 'Administration – DC' })).toHaveProperty('checked', true);
  expect(roles.getByRole('checkbox', { name: 'Candidature – DC' })).toHaveProperty('checked', true);
});

test('an exam notice without the password link, in the language of the account, is told while it would be sent', async () => {
  server.on(checkEmailAvailable).reply(() => false);
  server.on(searchUsers).reply(() => ({
    data: [someFoundUser({ id: 7, fullName: 'Noé Où', email: 'noe@etu.example.ca' })],
    totalItems: 1,
  }));
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, language: 'en' }));
  server
    .on(getMessage)
    .reply(({ url }) => someMessage(url.pathname.endsWith('/2') ? { body: '<p>Hello</p>' } : {}));
  const form = await openDialog('/dc/configuration?tab=users&exam=12');
  fill(form);
  fireEvent.click(await form.findByRole('button', { name: /^Ajouter à l’examen/ }));
  const question = within(await screen.findByRole('alertdialog'));
  const warning = /^La convocation en anglais n’a pas le lien du mot de passe/;
  await question.findByText(warning);
  fireEvent.click(question.getByRole('checkbox'));
  expect(question.queryByText(warning)).toBeNull();
});

test('an address with an account that the reader may not see says who may give it a role', async () => {
  server.on(checkEmailAvailable).reply(() => false);
  server.on(searchUsers).reply(() => ({ data: [], totalItems: 0 }));
  const form = await openDialog('/dc/configuration?tab=users&exam=12');
  type(form, 'Adresse courriel', 'noe@etu.example.ca');
  expect(await form.findByText(/Seule la superadministration peut lui donner un autre rôle/)).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Lui donner un rôle' })).toBeNull();
  expect(form.getByRole('button', { name: /^Ajouter à l’examen/ })).toBeTruthy();
});

test('the form begins in its first field, and a role that is chosen keeps the focus', async () => {
  const form = await openDialog('/dc/configuration?tab=users');
  expect(document.activeElement).toBe(form.getByLabelText('Adresse courriel'));
  const role = form.getByLabelText<HTMLSelectElement>('Rôle');
  role.focus();
  fireEvent.change(role, { target: { value: 'DC' } });
  expect(role.value).toBe('DC');
  expect(document.activeElement).toBe(role);
});

test('a further role begins with nothing chosen, and none is sent before there is one', async () => {
  offerSuperAdmin();
  server.on(createUser).reply(() => true);
  const form = await openDialog('/dc/configuration?tab=users');
  fill(form);
  fireEvent.click(form.getByRole('button', { name: 'Ajouter un rôle' }));
  const added = form.getByLabelText<HTMLSelectElement>('Rôle 2');
  expect(added.value).toBe('');
  expect([...added.options].map(({ text }) => text).slice(1)).toEqual([
    'Candidature – DC',
    'Superadministration',
  ]);
  expect(document.activeElement).toBe(added);
  expect(form.getByLabelText<HTMLSelectElement>('Rôle').value).toBe('Admin - DC');
  expect(form.queryByRole('button', { name: 'Ajouter un rôle' })).toBeNull();
  submit(form);
  expect(await form.findByText('Choisissez un rôle ou retirez cette ligne')).toBeTruthy();
  expect(document.activeElement).toBe(added);
  expect(server.requestsTo(createUser)).toEqual([]);
  fireEvent.change(added, { target: { value: 'DC' } });
  submit(form);
  await screen.findByText(/^Compte créé\s: Noé Où\. Un courriel est en route vers/);
  expect(sent()).toMatchObject({ roleList: ['Admin - DC', 'DC'] });
});

test('a line without a role is removed by its number, and the line before it takes the focus', async () => {
  offerSuperAdmin();
  const form = await openDialog('/dc/configuration?tab=users');
  fireEvent.click(form.getByRole('button', { name: 'Ajouter un rôle' }));
  fireEvent.click(form.getByRole('button', { name: 'Retirer le rôle 2' }));
  expect(form.queryByLabelText('Rôle 2')).toBeNull();
  expect(document.activeElement).toBe(form.getByLabelText('Rôle'));
});

test('a new super admin is created only after a question by name that asks for the reader’s password', async () => {
  offerSuperAdmin();
  const form = await openDialog('/dc/configuration?tab=users');
  fill(form);
  fireEvent.change(form.getByLabelText('Rôle'), { target: { value: 'Super Admin' } });
  submit(form);
  const question = within(
    await screen.findByRole('dialog', { name: 'Donner à Noé Où le rôle de superadministration?' }),
  );
  expect(document.activeElement).toBe(question.getByLabelText('Votre mot de passe'));
  fireEvent.click(question.getByRole('button', { name: 'Donner ce rôle' }));
  expect(await question.findByText('Entrez votre mot de passe.')).toBeTruthy();
  expect(server.requestsTo(createUser)).toEqual([]);
  fireEvent.change(question.getByLabelText('Votre mot de passe'), { target: { value: 'Faux#Mot1' } });
  server.on(createUser).reply(() => problem(403, 'factor.wrongProof'));
  fireEvent.click(question.getByRole('button', { name: 'Donner ce rôle' }));
  expect(await question.findByText(/Le mot de passe est inexact/)).toBeTruthy();
  server.on(createUser).reply(() => true);
  fireEvent.change(question.getByLabelText('Votre mot de passe'), { target: { value: 'Cle-Sure#1' } });
  fireEvent.click(question.getByRole('button', { name: 'Donner ce rôle' }));
  // In the dialog, and in a toast that stays when it closes.
  await waitFor(() =>
    expect(screen.getAllByText(/^Compte créé\s: Noé Où\. Un courriel est/)).toHaveLength(2),
  );
  expect(sent()).toMatchObject({ roleList: ['Super Admin'], proof: { password: 'Cle-Sure#1' } });
});

function offerSuperAdmin() {
  server.on(listFactors).reply(() => ({ totp: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false }));
  server.on(listRoles).reply(() => [
    { name: 'Super Admin', role: 'superAdmin', systemId: null, mayGive: true, isArchived: false },
    { name: 'Admin - DC', role: 'admin', systemId: 3, mayGive: true, isArchived: false },
    { name: 'DC', role: 'student', systemId: 3, mayGive: true, isArchived: false },
  ]);
}

test('S5.13 the button names the role that begins chosen, in the words of the other pages', async () => {
  const form = await openDialog('/dc/configuration?tab=users');
  expect(form.getByRole('button', { name: /^Créer le compte\s: Administration – DC$/ })).toBeTruthy();
  expect(form.getByText(/^Administration – DC\. Ce rôle est proposé d’office/)).toBeTruthy();
});

test('a generated password that the server would refuse is replaced at once by one that it takes', async () => {
  const asked: unknown[] = [];
  server.on(checkPassword).reply(({ body }) => asked.push(body) === 3);
  const form = await openDialog('/dc/configuration?tab=users&exam=12');
  fill(form);
  const byLink = form.getByRole('checkbox', { name: /^Sans mot de passe/ }) as HTMLInputElement;
  if (byLink.checked) fireEvent.click(byLink);
  fireEvent.click(form.getByRole('button', { name: 'Générer un mot de passe' }));
  const shown = () => (form.getByLabelText('Nouveau mot de passe') as HTMLInputElement).value;
  const first = shown();
  await waitFor(() => expect(asked).toHaveLength(3));
  await waitFor(() => expect(asked[2]).toMatchObject({ newPassword: shown() }));
  expect(shown()).not.toBe(first);
  expect(asked[0]).toEqual({ newPassword: first, userName: 'noe@etu.example.ca', name: 'Noé Où' });
});

test('a password typed while a generated one is checked stays, and a check that fails changes nothing', async () => {
  let answer = (_isTaken: boolean) => {};
  server.on(checkPassword).reply(() => new Promise<boolean>((resolve) => (answer = resolve)));
  const form = await openDialog('/dc/configuration?tab=users&exam=12');
  fill(form);
  const byLink = form.getByRole('checkbox', { name: /^Sans mot de passe/ }) as HTMLInputElement;
  if (byLink.checked) fireEvent.click(byLink);
  const draw = () => fireEvent.click(form.getByRole('button', { name: 'Générer un mot de passe' }));
  const shown = () => (form.getByLabelText('Nouveau mot de passe') as HTMLInputElement).value;
  draw();
  type(form, 'Nouveau mot de passe', 'Cle-Sure#1');
  await waitFor(() => expect(server.requestsTo(checkPassword)).toHaveLength(1));
  answer(false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toBe('Cle-Sure#1');
  server.on(checkPassword).reply(() => problem(503, 'busy'));
  draw();
  const drawn = shown();
  await waitFor(() => expect(server.requestsTo(checkPassword)).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toBe(drawn);
});
