import { listFactors, startTotp } from '@guichet/contract/identity/factors';
import { listOwnIdentities } from '@guichet/contract/identity/federation';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const original = window.matchMedia;
const address = 'otpauth://totp/Guichet:zoe?secret=ABCDEFGH';
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  vi.unstubAllGlobals();
});

async function openCodeForm(isTouch: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...original(query),
    matches: query === '(pointer: coarse)' && isTouch,
  }));
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  server.on(listOwnSessions).reply(() => []);
  server.on(listOwnIdentities).reply(() => []);
  server.on(listFactors).reply(() => ({ totp: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false }));
  server.on(startTotp).reply(() => ({ outcome: 'started', secret: 'ABCDEFGH', address }));
  renderPortal('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Lier une application' }));
  fireEvent.change(await screen.findByLabelText('Votre mot de passe'), { target: { value: 'Cle-Sure#1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continuer' }));
}

test('an app on the same telephone is linked by an address, or by the key that is copied; the QR code is folded after them', async () => {
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await openCodeForm(true);
  const link = await screen.findByRole('link', { name: 'Ouvrir l’application de cet appareil' });
  expect(link.getAttribute('href')).toBe(address);
  fireEvent.click(screen.getByRole('button', { name: 'Copier la clé' }));
  await screen.findByText('La clé est copiée.');
  expect(writeText).toHaveBeenCalledWith('ABCDEFGH');
  const folded = screen.getByText('L’application est sur un autre appareil').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector('svg[role=img]')).toBeTruthy();
  expect(link.compareDocumentPosition(folded as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('with a mouse the QR code stands open, to be scanned with a telephone', async () => {
  await openCodeForm(false);
  const qr = await screen.findByRole('img', { name: 'Code QR pour l’application d’authentification' });
  expect(qr.closest('details')).toBeNull();
});

test('the focus begins at what comes first, the key, and not at the field of a code that nobody has yet', async () => {
  await openCodeForm(false);
  const lead = await screen.findByText(/^Balayez|^Scannez|^Numérisez/);
  await waitFor(() => expect(document.activeElement).toBe(lead));
});
