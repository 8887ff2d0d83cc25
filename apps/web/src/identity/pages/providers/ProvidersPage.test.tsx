import {
  type ListedProvider,
  listProviders,
  saveProvider,
  type TrialResult,
  tryProvider,
} from '@guichet/contract/identity/federation.providers';
import { listRoles } from '@guichet/contract/identity/users.search';
import { listSystems } from '@guichet/contract/systems/systems';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const newId = '3f3c7f5e-58a5-4d9f-9a5e-0a7f0e6f2d11';
const good: TrialResult[] = [{ check: 'address', state: 'good', fault: null, detail: null }];
const bad: TrialResult[] = [{ check: 'address', state: 'bad', fault: 'unknownHost', detail: 'ENOTFOUND' }];
const provider: ListedProvider = {
  id: newId,
  kind: 'openid',
  issuer: 'https://connexion.example',
  clientId: 'guichet',
  labelFr: 'Mon université',
  labelEn: 'My university',
  domains: [],
  systemIds: null,
  isActive: true,
  trustsFactor: false,
  groupsClaim: null,
  groupRoles: [],
  version: 4,
  lastRefusal: null,
  lastGroups: null,
};

let server: ReturnType<typeof fakeServer>;
let providers: ListedProvider[];
let findings: TrialResult[];
beforeEach(() => {
  providers = [];
  findings = bad;
  server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  server.on(listSystems).reply(() => []);
  server.on(listRoles).reply(() => [
    { name: 'Super Admin', role: 'superAdmin', systemId: null, mayGive: true, isArchived: false },
    { name: 'Admin - DC', role: 'admin', systemId: 3, mayGive: true, isArchived: false },
    { name: 'Admin - TCL', role: 'admin', systemId: 5, mayGive: false, isArchived: true },
  ]);
  const returnBase = 'https://guichet.example/retour';
  const keysAddress = 'https://guichet.example/oidc/jwks';
  server.on(listProviders).reply(() => ({ providers, returnBase, keysAddress, newId }));
  server.on(tryProvider).reply(() => findings);
  server.on(saveProvider).reply(() => true);
});

afterEach(() => act(() => setLanguage('fr')));

const saved = () => server.requestsTo(saveProvider).map(({ body }) => body);

async function open(name: string) {
  renderPortal('/configuration/providers');
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  const press = (words: string) => fireEvent.click(dialog.getByRole('button', { name: words }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { ...dialog, press, type };
}

/** Fills in the form of a new provider in either protocol. */
async function fillIn(kind: 'OpenID Connect' | 'SAML 2.0') {
  const dialog = await open('Inscrire un fournisseur');
  fireEvent.click(dialog.getByLabelText(kind));
  if (kind === 'SAML 2.0') {
    dialog.type('Identifiant d’entité (entityID)', 'https://connexion.example/idp');
    dialog.type('Métadonnées du fournisseur', 'https://connexion.example/metadata');
  } else {
    dialog.type('Émetteur', 'https://connexion.example');
    dialog.type('Identifiant du client', 'guichet');
    dialog.type('Secret du client', 'un-secret');
  }
  dialog.type('Texte du bouton, en français', 'Mon université');
  dialog.type('Texte du bouton, en anglais', 'My university');
  return dialog;
}

test.each(['OpenID Connect', 'SAML 2.0'] as const)(
  '%s: with a fault found, a new provider is saved out of service, or in service after a question',
  async (kind) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const dialog = await fillIn(kind);
    dialog.press('Inscrire un fournisseur');
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'Aucun serveur ne porte ce nom (ENOTFOUND).',
    );
    expect(scrolled.mock.contexts).toContain(dialog.getByRole('region', { name: 'Faire un essai' }));
    expect(saved()).toEqual([]);

    dialog.press('Enregistrer en service quand même');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/« Mon université »/)).toBeDefined();
    fireEvent.click(question.getByRole('button', { name: 'Non' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(saved()).toEqual([]);

    dialog.press('Enregistrer hors service');
    expect(await screen.findByText('Fournisseur enregistré hors service : Mon université')).toBeDefined();
    expect(saved()).toMatchObject([{ isActive: false, labelFr: 'Mon université', version: null }]);
  },
);

test('the form has the addresses that the provider asks for, of a sign-out too', async () => {
  const dialog = await open('Inscrire un fournisseur');
  const shown = dialog.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value);
  const address = `https://guichet.example/retour/${newId}`;
  expect(shown).toEqual(expect.arrayContaining([address, `${address}/logout`]));
});

test('a provider goes into service despite a fault only after Yes', async () => {
  const dialog = await fillIn('OpenID Connect');
  dialog.press('Inscrire un fournisseur');
  fireEvent.click(await dialog.findByRole('button', { name: 'Enregistrer en service quand même' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(saved()).toMatchObject([{ isActive: true }]));
});

test('a provider in order goes into service at once, and the button says that a trial is running', async () => {
  let answer = (_results: TrialResult[]) => {};
  server.on(tryProvider).reply(
    () =>
      new Promise<TrialResult[]>((resolve) => {
        answer = resolve;
      }),
  );
  const dialog = await fillIn('OpenID Connect');
  dialog.press('Inscrire un fournisseur');
  expect(await dialog.findByRole('button', { name: 'Essai en cours…' })).toBeDefined();
  await waitFor(() => expect(server.requestsTo(tryProvider)).toHaveLength(1));
  answer(good);
  expect(await screen.findByText('Fournisseur enregistré : Mon université')).toBeDefined();
  expect(saved()).toMatchObject([{ isActive: true }]);
});

test('a corrected form is tried anew; out of service, nothing is tried', async () => {
  providers = [provider];
  const dialog = await open('Modifier Mon université');
  dialog.press('Enregistrer');
  await dialog.findByText('Quelque chose est à corriger');
  dialog.type('Émetteur', 'https://autre.example');
  expect(dialog.getByText('Le formulaire a changé depuis cet essai')).toBeDefined();
  dialog.press('Enregistrer');
  await dialog.findByText('Quelque chose est à corriger');
  expect(server.requestsTo(tryProvider)).toHaveLength(2);
  fireEvent.click(dialog.getByRole('checkbox', { name: /^En service/ }));
  dialog.press('Enregistrer');
  await waitFor(() => expect(saved()).toMatchObject([{ isActive: false, version: 4 }]));
  expect(server.requestsTo(tryProvider)).toHaveLength(2);
});

test('a provider in service stays there despite a fault, after a question, and is never put out of it by the way', async () => {
  providers = [provider];
  const dialog = await open('Modifier Mon université');
  dialog.press('Faire un essai');
  await dialog.findByText('À corriger.');
  expect(dialog.queryByRole('button', { name: 'Enregistrer hors service' })).toBeNull();
  dialog.press('Enregistrer');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(saved()).toMatchObject([{ isActive: true, version: 4 }]));
});

test('a provider that is in order and out of service is offered to be put into service', async () => {
  providers = [{ ...provider, isActive: false }];
  findings = good;
  const dialog = await open('Modifier Mon université');
  dialog.press('Faire un essai');
  fireEvent.click(await dialog.findByRole('button', { name: 'Enregistrer en service' }));
  await waitFor(() => expect(saved()).toMatchObject([{ isActive: true, version: 4 }]));
});

test('a reader in English is told of the provider by its English name', async () => {
  await act(() => setLanguage('en'));
  providers = [{ ...provider, isActive: false }];
  const dialog = await open('Edit My university');
  dialog.press('Save');
  expect(await screen.findByText('Provider saved out of service: My university')).toBeDefined();
});

test('the cause of a fault comes first, and of which check after it; at the address it says all', async () => {
  findings = [
    { check: 'address', state: 'bad', fault: 'status', detail: '401' },
    { check: 'keys', state: 'bad', fault: 'status', detail: '404' },
  ];
  const dialog = await fillIn('OpenID Connect');
  dialog.press('Faire un essai');
  const [address, keys] = within(await dialog.findByRole('alert')).getAllByRole('listitem');
  expect(address?.textContent).toMatch(/^À corriger\. Le serveur répond.*401.*est-elle la bonne\?$/);
  expect(keys?.textContent).toMatch(/^À corriger\. Le serveur répond.*404.*Ses clés de signature/);
});

test('a refused secret is called by its name', async () => {
  findings = [{ check: 'client', state: 'bad', fault: null, detail: '401' }];
  const dialog = await fillIn('OpenID Connect');
  dialog.press('Faire un essai');
  expect(
    await dialog.findByText(/Le fournisseur a refusé l’identifiant ou le secret du client/),
  ).toBeDefined();
});

test('what went wrong last in a sign-in is said with its moment and what to do', async () => {
  const at = new Date('2027-01-11T15:00:00Z');
  providers = [{ ...provider, lastRefusal: { at, why: 'untrusted', detail: 'HS512, in place of RS256' } }];
  renderPortal('/configuration/providers');
  expect(
    await screen.findByText(/^Mon université\s: une ouverture de session a échoué le .*11 janvier 2027/),
  ).toBeDefined();
  expect(screen.getByText(/Le fournisseur doit signer en RS256/).textContent).toContain('HS512');
});

test('the groups of a sign-in stand beside the table', async () => {
  const at = new Date('2027-01-11T15:00:00Z');
  providers = [{ ...provider, groupsClaim: 'groups', lastGroups: { at, values: ['Personnel DC'] } }];
  const dialog = await open('Modifier Mon université');
  expect(dialog.getByText(/le fournisseur a donné ces groupes/)).toBeDefined();
  expect(dialog.getByText('Personnel DC')).toBeDefined();
});

test('each finding of a trial says in a word what it is', async () => {
  findings = [
    { check: 'address', state: 'good', fault: null, detail: null },
    { check: 'client', state: 'bad', fault: null, detail: null },
    { check: 'returnAddress', state: 'unsure', fault: null, detail: null },
  ];
  const dialog = await fillIn('OpenID Connect');
  dialog.press('Faire un essai');
  const told = within(await dialog.findByRole('alert')).getAllByRole('listitem');
  expect(told.map(({ textContent }) => textContent?.split('. ')[0])).toEqual([
    'En ordre',
    'À corriger',
    'Non confirmé',
  ]);
});

test('groups bring roles by a table, whose rows are added, changed and removed; never the role of a super admin', async () => {
  providers = [
    {
      ...provider,
      isActive: false,
      groupsClaim: 'groups',
      groupRoles: [{ group: 'a', role: 'admin:5' }],
    },
  ];
  const dialog = await open('Modifier Mon université');
  const options = (label: string) =>
    within(dialog.getByLabelText(label))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  // A role of a system that is put aside stays in its row alone.
  await waitFor(() =>
    expect(options('Rôle du groupe 1')).toEqual([
      'Choisissez un rôle',
      'Administration – DC',
      'Administration – TCL',
    ]),
  );
  dialog.press('Ajouter un groupe');
  expect(options('Rôle du groupe 2')).toEqual(['Choisissez un rôle', 'Administration – DC']);
  dialog.press('Enregistrer');
  await waitFor(() => expect(dialog.getAllByText('Remplissez ce champ.')).toHaveLength(2));
  dialog.type('Groupe 2', 'direction');
  dialog.type('Rôle du groupe 2', 'admin:3');
  dialog.press('Retirer le groupe 1');
  dialog.press('Enregistrer');
  await waitFor(() =>
    expect(saved()).toMatchObject([
      { groupsClaim: 'groups', groupRoles: [{ group: 'direction', role: 'admin:3' }] },
    ]),
  );
});

test('the table shows once a claim is named', async () => {
  const dialog = await open('Inscrire un fournisseur');
  expect(dialog.queryByText('Rôles d’après les groupes')).toBeNull();
  dialog.type('Attribut ou claim qui donne les groupes', 'groups');
  expect(dialog.getByText('Aucun groupe ne donne encore de rôle.')).toBeDefined();
});

test('a learning platform is registered with the addresses that it gives, and is shown those of the portal', async () => {
  findings = [{ check: 'client', state: 'good', fault: null, detail: null }];
  const dialog = await open('Inscrire un fournisseur');
  fireEvent.click(dialog.getByLabelText('LTI 1.3 (cours)'));
  const tool = `https://guichet.example/retour/${newId}`;
  for (const address of [tool, `${tool}/launch`, 'https://guichet.example/oidc/jwks'])
    expect(dialog.getByDisplayValue(address)).toBeDefined();
  expect(dialog.queryByLabelText('Domaines d’adresse')).toBeNull();
  dialog.type('Émetteur', 'https://moodle.example');
  dialog.type('Identifiant du client', 'abc');
  dialog.type('Identifiants de déploiement', '1, 2');
  dialog.type('Adresse d’authentification', 'https://moodle.example/auth');
  dialog.type('Adresse des jetons d’accès', 'https://moodle.example/token');
  dialog.type('Adresse des clés publiques de la plateforme', 'https://moodle.example/certs');
  dialog.type('Nom de la plateforme, en français', 'Moodle');
  dialog.type('Nom de la plateforme, en anglais', 'Moodle');
  dialog.press('Faire un essai');
  expect(
    await dialog.findByText('Elle connaît l’identifiant du client et les clés du portail.'),
  ).toBeDefined();
  dialog.press('Inscrire un fournisseur');
  await waitFor(() =>
    expect(saved()).toMatchObject([
      { kind: 'lti', deployments: ['1', '2'], tokenAudience: null, groupRoles: [], trustsFactor: false },
    ]),
  );
});

test('a sign-in page that is opened from here without a load shows the providers as they are now', async () => {
  const meta = document.createElement('meta');
  meta.name = 'providers';
  document.head.append(meta);
  providers = [provider, { ...provider, id: newId.replace('3', '4'), isActive: false }];
  renderPortal('/configuration/providers');
  await waitFor(() => expect(meta.content).not.toBe(''));
  expect(JSON.parse(meta.content)).toEqual([
    { id: newId, label: { fr: 'Mon université', en: 'My university' }, domains: [], systemIds: null },
  ]);
  meta.remove();
});
