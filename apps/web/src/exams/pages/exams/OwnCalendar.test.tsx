import {
  findCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@guichet/contract/exams/candidate.calendar';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { candidatePage } from '../../../testing/candidatePage.ts';
import { fakeServer, problem } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';

const since = new Date('2027-01-11T15:00:00Z');
const addressOf = (name: string) => `https://guichet.example.ca/api/calendar/${name}.ics`;
const none = { address: null, since: null };

let feed: { address: string | null; since: Date | null };
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isStudent: true }] });
  candidatePage(server);
  feed = { address: addressOf('one'), since };
  server.on(findCalendarFeed).reply(() => feed);
});

afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

/** Answers a renewal, and each later read of the feed, with this address. */
const renewTo = (name: string) =>
  server.on(renewCalendarFeed).reply(() => {
    feed = { address: addressOf(name), since };
    return feed;
  });

const address = async () => (await screen.findByLabelText<HTMLInputElement>('Adresse de votre agenda')).value;
const answer = (name: string) =>
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));

test('an address is made by a button, and opens in the calendar program', async () => {
  feed = none;
  renewTo('one');
  renderPortal('/my-exams');
  fireEvent.click(await screen.findByRole('button', { name: 'Tenir mon agenda à jour' }));
  expect(await address()).toBe(addressOf('one'));
  expect(screen.getByRole('link', { name: 'Ouvrir dans l’agenda' }).getAttribute('href')).toBe(
    'webcal://guichet.example.ca/api/calendar/one.ics',
  );
});

test('an address that the browser does not copy is selected, and a toast says so', async () => {
  const writeText = vi.fn<Clipboard['writeText']>();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  renderPortal('/my-exams');
  await address();
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Copier' }));
  writeText.mockRejectedValueOnce(new DOMException('Write permission denied.', 'NotAllowedError'));
  press();
  await screen.findByText(/^Votre navigateur n’a pas permis la copie\./);
  const field = screen.getByLabelText<HTMLInputElement>('Adresse de votre agenda');
  expect(document.activeElement).toBe(field);
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(addressOf('one'));
  expect(screen.queryByText(/^L’adresse est copiée\./)).toBeNull();
  press();
  await screen.findByText(/^L’adresse est copiée\./);
});

test('another address replaces it after a question', async () => {
  renewTo('two');
  renderPortal('/my-exams');
  expect(await address()).toBe(addressOf('one'));
  fireEvent.click(screen.getByRole('button', { name: 'Changer l’adresse' }));
  expect(server.requestsTo(renewCalendarFeed)).toEqual([]);
  answer('Changer l’adresse');
  await waitFor(async () => expect(await address()).toBe(addressOf('two')));
});

test('it is revoked after a question; a refusal stands in the question', async () => {
  server.on(revokeCalendarFeed).reply(() => problem(503, 'database.unavailable'));
  renderPortal('/my-exams');
  await address();
  fireEvent.click(screen.getByRole('button', { name: 'Révoquer l’adresse' }));
  answer('Révoquer l’adresse');
  await screen.findByText('Détail de database.unavailable.');
  server.on(revokeCalendarFeed).reply(() => {
    feed = none;
    return none;
  });
  answer('Révoquer l’adresse');
  await screen.findByRole('button', { name: 'Tenir mon agenda à jour' });
});
