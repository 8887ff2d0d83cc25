import { listFactors, startTotp } from '@guichet/contract/identity/factors';
import { listOwnIdentities } from '@guichet/contract/identity/federation';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

test('an app on the same telephone is linked by an address, or by the key that is copied', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  server.on(listOwnSessions).reply(() => []);
  server.on(listOwnIdentities).reply(() => []);
  server.on(listFactors).reply(() => ({ totp: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false }));
  const address = 'otpauth://totp/Guichet:zoe?secret=ABCDEFGH';
  server.on(startTotp).reply(() => ({ outcome: 'started', secret: 'ABCDEFGH', address }));
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  renderPortal('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Lier une application' }));
  fireEvent.change(await screen.findByLabelText('Votre mot de passe'), { target: { value: 'Cle-Sure#1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continuer' }));
  const link = await screen.findByRole('link', { name: 'Ouvrir l’application de cet appareil' });
  expect(link.getAttribute('href')).toBe(address);
  fireEvent.click(screen.getByRole('button', { name: 'Copier la clé' }));
  await screen.findByText('La clé est copiée.');
  expect(writeText).toHaveBeenCalledWith('ABCDEFGH');
});
