import {
  beginConsent,
  type ConsentOutcome,
  completeConsent,
  consentPath,
} from '@guichet/contract/learning/learning.consents';
import {
  addPlatform,
  changePlatform,
  listPlatforms,
  type Platform,
  tryPlatform,
} from '@guichet/contract/learning/learning.platforms';
import type { RemarkCode } from '@guichet/contract/learning/learning.remarks';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { listenForConsents, tellConsent } from '../../platforms/connection/consentChannel.ts';

const consentId = '0b54a1f2-6a31-4b53-9c49-0d0f3a7c1e22';
const address = 'https://auth.exemple.ca/oauth2/auth?state=x';
const redirectUri = 'https://guichet.exemple.ca/configuration/platforms/brightspace/callback';
const stored: Platform = {
  id: 7,
  name: 'Brightspace',
  kind: 'brightspace',
  address: 'https://bs.exemple.ca',
  semesterId: null,
  templateId: null,
  studentRole: 110,
  callSeconds: 30,
  copySeconds: 120,
  version: 4,
  systems: [],
};
const connected: ConsentOutcome = { consentId, isConnected: true, remark: null };
const refused = (code: RemarkCode, params = {}): ConsentOutcome => ({
  consentId,
  isConnected: false,
  remark: { code, params, text: '' },
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { isSuperAdmin: true });
  const environment = { kind: 'builtin', systems: [] };
  server.on(listPlatforms).reply(() => ({ environment, platforms: [stored], redirectUri }));
  server.on(beginConsent).reply(() => ({ consentId, address }));
  server
    .on(tryPlatform)
    .reply(() => ({ product: 'Brightspace', site: null, secondsAhead: null, problems: [], notes: [] }));
});

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
type Dialog = ReturnType<typeof within>;
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole('button', { name }));

/** Stands in for the tab that the browser opens; `isBlocked` makes the browser refuse. */
function openTabs(isBlocked = false) {
  const tab = { opener: {}, location: { href: '' }, close: vi.fn() };
  vi.stubGlobal('open', () => (isBlocked ? null : tab));
  return tab;
}

async function openForm(button: string): Promise<Dialog> {
  renderPortal('/configuration/platforms');
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

async function fillNew(): Promise<Dialog> {
  const dialog = await openForm('Inscrire une plateforme');
  type(dialog.getByLabelText('Type'), 'brightspace');
  for (const [label, value] of [
    ['Nom', 'Campus'],
    ['Adresse', 'https://campus.exemple.ca'],
    ['Numéro de client (Client ID)', 'client'],
    ['Secret du client (Client Secret)', 'secret'],
    ['Rôle des étudiants', '110'],
  ] as const)
    type(dialog.getByLabelText(label), value);
  return dialog;
}

/** Tells the outcome as the other tab does. */
async function answer(outcome: ConsentOutcome): Promise<void> {
  await act(async () => tellConsent(outcome));
}

describe('the form of a Brightspace', () => {
  test('shows what to enter there: the address of the portal and the scopes', async () => {
    const dialog = await openForm('Modifier Brightspace');
    expect(await dialog.findByLabelText('Adresse de redirection (Redirect URI)')).toHaveProperty(
      'value',
      redirectUri,
    );
    const scopes = dialog.getByLabelText('Portées (Scope)') as HTMLInputElement;
    expect(scopes.value).toMatch(/^core:\*:\* accommodations:profile:manage .* users:userdata:update$/);
  });

  test('connects in another tab, says that it is not saved yet, and is saved with that', async () => {
    const tab = openTabs();
    server.on(addPlatform).reply(() => ({ id: 8 }));
    const dialog = await fillNew();
    press(dialog, 'Relier à Brightspace');
    await dialog.findByText('En attente de la réponse de Brightspace');
    expect([tab.location.href, tab.opener]).toEqual([address, null]);
    expect(server.requestsTo(beginConsent)[0]?.body).toEqual({
      platformId: null,
      kind: 'brightspace',
      address: 'https://campus.exemple.ca',
      credentials: { clientId: 'client', clientSecret: 'secret' },
    });
    await answer({ ...connected, consentId: '0b54a1f2-6a31-4b53-9c49-0d0f3a7c1e99' });
    expect(dialog.getByText('En attente de la réponse de Brightspace')).toBeTruthy();
    await answer(connected);
    await dialog.findByText('Relié, mais pas encore enregistré');
    expect(dialog.getByText(/^Enregistrez la plateforme dans l’heure/)).toBeTruthy();
    press(dialog, 'Enregistrer');
    await screen.findByText(/^Plateforme enregistrée/);
    const saved = server.requestsTo(addPlatform).find(({ method }) => method === 'POST');
    expect(saved?.body).toMatchObject({ name: 'Campus', consentId });
  });

  test('is not connected any more once it names another site or client', async () => {
    openTabs();
    const dialog = await fillNew();
    press(dialog, 'Relier à Brightspace');
    await dialog.findByText('En attente de la réponse de Brightspace');
    await answer(connected);
    await dialog.findByText('Relié, mais pas encore enregistré');
    type(dialog.getByLabelText('Adresse'), 'https://autre.exemple.ca');
    expect(dialog.queryByText('Relié, mais pas encore enregistré')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Relier à Brightspace' })).toBeTruthy();
  });

  test('connects a stored platform again without its secrets', async () => {
    openTabs();
    server.on(changePlatform).reply(() => ({ id: 7 }));
    const dialog = await openForm('Modifier Brightspace');
    press(dialog, 'Relier à Brightspace');
    await dialog.findByText('En attente de la réponse de Brightspace');
    expect(server.requestsTo(beginConsent)[0]?.body).toMatchObject({
      platformId: 7,
      credentials: { clientId: '', clientSecret: '' },
    });
    await answer(connected);
    await dialog.findByText('Relié, mais pas encore enregistré');
    press(dialog, 'Enregistrer');
    await screen.findByText(/^Plateforme enregistrée/);
    expect(server.requestsTo(changePlatform)[0]?.body).toMatchObject({ consentId, version: 4 });
  });

  test('offers a link where the browser does not open the tab', async () => {
    openTabs(true);
    const dialog = await openForm('Modifier Brightspace');
    press(dialog, 'Relier à Brightspace');
    await dialog.findByText('Votre navigateur a empêché l’onglet de s’ouvrir');
    const link = dialog.getByRole('link', { name: 'Ouvrir Brightspace' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([address, 'noopener noreferrer']);
  });

  test('closes the tab and tells it at the field where the server refuses to begin', async () => {
    const tab = openTabs();
    const errors = [{ path: 'credentials.clientSecret', messageKey: 'credentialAgain' }];
    server.on(beginConsent).reply(() => problem(400, 'request.invalid', { errors }));
    const dialog = await openForm('Modifier Brightspace');
    press(dialog, 'Relier à Brightspace');
    await dialog.findByText(/^L’adresse a changé/);
    expect(tab.close).toHaveBeenCalledOnce();
    const secret = dialog.getByLabelText('Secret du client (Client Secret)');
    await waitFor(() => expect(document.activeElement).toBe(secret));
  });

  test('opens no tab while address or client is missing, and tells what the server says at its field', async () => {
    const opening = vi.fn();
    vi.stubGlobal('open', opening);
    const errors = [
      { path: 'address', messageKey: 'required' },
      { path: 'credentials.clientId', messageKey: 'required' },
    ];
    server.on(beginConsent).reply(() => problem(400, 'request.invalid', { errors }));
    const dialog = await openForm('Inscrire une plateforme');
    type(dialog.getByLabelText('Type'), 'brightspace');
    press(dialog, 'Relier à Brightspace');
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Adresse')));
    expect(dialog.getByLabelText('Adresse').getAttribute('aria-invalid')).toBe('true');
    expect(opening).not.toHaveBeenCalled();
  });

  test('that is saved without being connected says it at the button', async () => {
    const errors = [{ path: 'credentials.refreshToken', messageKey: 'required' }];
    server.on(addPlatform).reply(() => problem(400, 'request.invalid', { errors }));
    const dialog = await fillNew();
    press(dialog, 'Enregistrer');
    await dialog.findByText('Reliez d’abord le portail à Brightspace, ou entrez un jeton.');
    const button = dialog.getByRole('button', { name: 'Relier à Brightspace' });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('says why the other tab could not connect', async () => {
    openTabs();
    const dialog = await openForm('Modifier Brightspace');
    press(dialog, 'Relier à Brightspace');
    await dialog.findByText('En attente de la réponse de Brightspace');
    await answer(refused('consentDeclined'));
    await dialog.findByText('Brightspace n’est pas relié au portail');
    expect(dialog.getByText('La demande du portail a été refusée dans Brightspace.')).toBeTruthy();
  });
});

describe('the page to which Brightspace returns', () => {
  test('sends code and state once, takes them out of the address, and tells the form', async () => {
    server.on(completeConsent).reply(() => connected);
    const told: ConsentOutcome[] = [];
    const stop = listenForConsents((outcome) => told.push(outcome));
    renderPortal(`${consentPath}?code=le-code&state=l-etat`);
    await screen.findByText('Brightspace est relié au portail');
    expect(screen.getByText(/revenez au formulaire de la plateforme/)).toBeTruthy();
    expect(server.requestsTo(completeConsent).map(({ body }) => body)).toEqual([
      { state: 'l-etat', code: 'le-code' },
    ]);
    expect(location.search).toBe('');
    await waitFor(() => expect(told).toEqual([connected]));
    stop();
  });

  test.each([
    ['consentDeclined', /refusée dans Brightspace/, /declined in Brightspace/],
    ['consentUnknown', /aucune liaison que vous avez commencée/, /no connection that you began/],
    ['codeRefused', /n’accepte pas son propre code/, /does not accept its own code/],
    ['scopesRefused', /n’a pas toutes les portées/, /does not have all scopes/],
    ['noRefreshToken', /activez « Enable refresh tokens »/, /switch on “Enable refresh tokens”/],
  ] as const)('says %s in both languages', async (code, french, english) => {
    server.on(completeConsent).reply(() => refused(code));
    renderPortal(`${consentPath}?error=access_denied&state=l-etat`);
    await screen.findByText('Brightspace n’est pas relié au portail');
    expect(screen.getByText(french)).toBeTruthy();
    expect(screen.getByText(/où vous pourrez recommencer/)).toBeTruthy();
    expect(server.requestsTo(completeConsent)[0]?.body).toEqual({ state: 'l-etat', error: 'access_denied' });
    await act(() => setLanguage('en'));
    expect(await screen.findByText(english)).toBeTruthy();
  });

  test('is connected without some scopes, and names them', async () => {
    const remark = { code: 'scopesMissing' as const, params: { names: 'grades:gradevalues:read' }, text: '' };
    server.on(completeConsent).reply(() => ({ ...connected, remark }));
    renderPortal(`${consentPath}?code=le-code&state=l-etat`);
    await screen.findByText('Brightspace est relié au portail');
    expect(screen.getByText(/Il manque\s: grades:gradevalues:read/)).toBeTruthy();
  });

  test('says that there is nothing to do when it is opened by hand, and asks again after an outage', async () => {
    const { unmount } = renderPortal(consentPath);
    await screen.findByText('Rien à faire ici');
    unmount();
    server.on(completeConsent).reply(() => problem(503, 'busy'));
    renderPortal(`${consentPath}?code=le-code&state=un-autre`);
    const again = await screen.findByRole('button', { name: 'Réessayer' });
    server.on(completeConsent).reply(() => connected);
    fireEvent.click(again);
    await screen.findByText('Brightspace est relié au portail');
  });
});
