import { listExams } from '@guichet/contract/exams/exams.list';
import { getRemoval, putBackCandidates } from '@guichet/contract/exams/places.removals';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { getPersonHistory, type HistoryEntry } from '@guichet/contract/overview/support';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someHistory, someUser, someUserInfo } from '../../../testing/samples.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';

const removalId = 'd9d5c0a0-4f0b-4c53-9d33-0d6a3f2f6b11';
const left: HistoryEntry = {
  at: new Date('2027-01-11T20:00:00Z'),
  event: 'candidate.unenrolled',
  systemId: 3,
  exam: 'Oral',
  by: 'Ada Min',
  isOfOthers: false,
  changes: [],
  fileName: null,
  address: null,
  mail: null,
  platformState: null,
  formerExam: null,
  presence: null,
  roles: null,
  removal: { removalId, examId: 12, title: 'Oral' },
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true }] });
  server.on(listExams).reply(() => []);
  server.on(listSystemUsers).reply(() => [someUser()]);
  server.on(getUserInfo).reply(() => someUserInfo({ id: 31 }));
});

async function openPanel(entries: HistoryEntry[]) {
  server.on(getPersonHistory).reply(() => someHistory({ entries }));
  renderPortal('/dc/configuration?tab=users');
  fireEvent.click(await screen.findByRole('button', { name: /^Voir les renseignements/ }));
  const panel = within(await screen.findByRole('dialog'));
  await panel.findByRole('list', { name: 'Parcours' });
  return panel;
}

test('a person is put back from their own history, alone of all who were taken out with them', async () => {
  const people = [31, 32].map((userId) => ({
    userId,
    fullName: `Personne ${userId}`,
    email: `p${userId}@x.ca`,
    state: 'removed' as const,
  }));
  server.on(getRemoval).reply(() => ({ isCancelled: false, people }));
  server.on(putBackCandidates).reply(() => ({ userIds: [31], others: [] }));
  const panel = await openPanel([left]);
  act(() => {
    showToast({
      tone: 'success',
      text: 'Retrait',
      undo: { label: 'Annuler ce changement', run: () => undefined },
    });
  });
  fireEvent.click(panel.getByRole('button', { name: /^Réinscrire… .*, 11\u00A0janvier 2027 à / }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Réinscrire à «\u00a0Oral\u00a0»' }));
  expect(await dialog.findAllByRole('checkbox')).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Réinscrire 1 personne' }));
  await screen.findByText('1 personne est de nouveau inscrite à « Oral ».');
  // The undo of the removal has been overtaken.
  expect(screen.queryByText('Annuler ce changement')).toBeNull();
  const [request] = server.requestsTo(putBackCandidates);
  expect(request?.url.pathname).toBe('/api/cohort/3/12/putback');
  expect(request?.body).toEqual({ removalId, userIds: [31] });
});

test('a removal that cannot be undone any more, or not by the reader, offers nothing', async () => {
  const panel = await openPanel([{ ...left, removal: null }]);
  expect(panel.queryByRole('button', { name: /^Réinscrire/ })).toBeNull();
});
