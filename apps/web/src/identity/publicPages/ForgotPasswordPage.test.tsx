import { forgotPassword } from '@guichet/contract/identity/account';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepAddress, typedAddress } from '../../core/address/typedAddress.ts';
import { fakeServer, problem } from '../../testing/fakeServer.ts';
import ForgotPasswordPage from './ForgotPasswordPage.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  sessionStorage.clear();
  history.replaceState(null, '', '/forgot-password?systemId=3');
  render(<ForgotPasswordPage />);
});

function ask(email: string) {
  fireEvent.change(screen.getByLabelText('Adresse courriel'), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer le lien' }));
}

test('S2.20 a known address shows that a mail is on its way, and the link back keeps the system', async () => {
  server.on(forgotPassword).reply(() => 'queued');
  ask(' zoe.cote@exemple.ca ');
  expect((await screen.findByRole('status')).textContent).toContain('zoe.cote@exemple.ca');
  const back = screen.getByRole('link', { name: 'Retour à l’ouverture de session' });
  expect(back.getAttribute('href')).toBe('/account/login?systemId=3');
  expect(server.requestsTo(forgotPassword)[0]?.body).toEqual({
    email: 'zoe.cote@exemple.ca',
    systemId: 3,
    languageId: 1,
  });
});

test('after a wait that is told the mail is sent again; a refusal is told, and another address can be entered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.on(forgotPassword).reply(() => 'queued');
  ask('zoe.cote@exemple.ca');
  const again = await screen.findByRole('button', { name: 'Renvoyer le courriel' });
  screen.getByText(/Vous pourrez le renvoyer dans 60 secondes/);
  fireEvent.click(again);
  expect(server.requestsTo(forgotPassword)).toHaveLength(1);
  for (let second = 0; second < 60; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  expect(screen.queryByText(/Vous pourrez le renvoyer/)).toBeNull();
  server.on(forgotPassword).reply(() => problem(429, 'request.tooMany'));
  fireEvent.click(again);
  expect((await screen.findByRole('alert')).textContent).toContain('Détail de request.tooMany.');
  server.on(forgotPassword).reply(() => 'queued');
  fireEvent.click(again);
  await screen.findByText(/^Un autre courriel partira vers zoe.* dès que le portail le pourra/);
  screen.getByText(/dans 60 secondes/);
  expect(server.requestsTo(forgotPassword).at(-1)?.body).toMatchObject({
    email: 'zoe.cote@exemple.ca',
    systemId: 3,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Entrer une autre adresse' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Adresse courriel'));
});

test('a mail without a link of its own leads here with its reader’s address: one press sends the link', async () => {
  cleanup();
  server.on(forgotPassword).reply(() => 'queued');
  history.replaceState(null, '', '/forgot-password?u=zoe.cote%40exemple.ca&systemId=3');
  render(<ForgotPasswordPage />);
  expect(screen.getByRole('heading', { name: 'Choisir votre mot de passe' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer le lien' }));
  await screen.findByRole('status');
  expect(server.requestsTo(forgotPassword)[0]?.body).toMatchObject({ email: 'zoe.cote@exemple.ca' });
});

test('the address typed at sign-in is filled in, and returns with its correction', async () => {
  cleanup();
  keepAddress('zoe.cote@exemple.ca');
  render(<ForgotPasswordPage />);
  const field = screen.getByLabelText<HTMLInputElement>('Adresse courriel');
  expect(field.value).toBe('zoe.cote@exemple.ca');
  fireEvent.input(field, { target: { value: 'zoe@exemple.ca' } });
  expect(typedAddress()).toBe('zoe@exemple.ca');
});

test('S8.16 an unknown address is reported', async () => {
  server.on(forgotPassword).reply(() => 'unknownEmail');
  ask('nobody@exemple.ca');
  expect(await screen.findByText(/Aucun compte n’est associé à cette adresse/)).toBeTruthy();
});

test.each([
  ['', 'Entrez votre adresse courriel.'],
  ['zoe', /adresse courriel complète/],
])('S5.18 "%s" is refused before it is sent', async (email, words) => {
  ask(email);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(server.requestsTo(forgotPassword)).toHaveLength(0);
});

test("a refusal shows the server's text", async () => {
  server.on(forgotPassword).reply(() => problem(429, 'request.tooMany'));
  ask('zoe.cote@exemple.ca');
  expect((await screen.findByRole('alert')).textContent).toContain('Détail de request.tooMany.');
});
