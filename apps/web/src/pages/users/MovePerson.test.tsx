import { listCandidates, listCohorts } from '@guichet/contract/cohorts';
import { moveCandidates, putBackCandidates } from '@guichet/contract/cohorts.removals';
import { getMessage } from '@guichet/contract/messages';
import { getUserInfo } from '@guichet/contract/users.changes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../testing/renderPortal.tsx';
import { someCohort, someMessage, someUser, someUserInfo } from '../../testing/samples.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  server.on(listCohorts).reply(() => [someCohort(), someCohort({ id: 13, title: 'Printemps 2099' })]);
  server.on(listCandidates).reply(() => [someUser({ id: 7, firstName: 'Zoé', lastName: 'Côté' })]);
  const exam = { cohortId: 12, systemId: 3, title: 'Hiver 2027', date: '2027-02-01', isCancelled: false };
  const exams = [
    exam,
    { ...exam, cohortId: 14, title: 'Annulé', isCancelled: true },
    { ...exam, cohortId: 15, systemId: 4, title: 'D’un autre' },
  ];
  server.on(getUserInfo).reply(() => someUserInfo({ id: 7, fullName: 'Zoé Côté', exams }));
  server.on(getMessage).reply(() => someMessage());
  server.on(moveCandidates).reply(() => ({ userIds: [7], others: [] }));
  server.on(putBackCandidates).reply(() => ({ userIds: [7], others: [] }));
});

async function openPanel() {
  renderPortal('/dc/configuration?tab=users&cohort=12');
  fireEvent.click(await screen.findByRole('button', { name: /^Voir les renseignements/ }));
  return within(await screen.findByRole('dialog'));
}

test('one person is moved from her panel to another exam, told, and moved back', async () => {
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen.: Hiver 2027$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  fireEvent.change(await dialog.findByLabelText('Nouvel examen'), { target: { value: '13' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Déplacer/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Annuler ce changement/ }));
  await screen.findByText(/1 personne est de nouveau inscrite à « Hiver 2027 »/);
  const [move] = server.requestsTo(moveCandidates);
  expect(move?.url.pathname).toBe('/api/cohort/3/12/move');
  expect(move?.body).toMatchObject({ userIds: [7], toCohortId: 13, sendEmail: true });
  expect(server.requestsTo(putBackCandidates)[0]?.body).toEqual({
    removalId: (move?.body as { removalId?: string } | undefined)?.removalId,
  });
});

test('not from a cancelled exam, nor from one of a system that she does not administer', async () => {
  const panel = await openPanel();
  await panel.findByText(/D’un autre/);
  expect(panel.getAllByRole('button', { name: /^Déplacer/ })).toHaveLength(1);
});

test('an exam notice without the password link, in the language of the person, is told while it would be sent', async () => {
  server
    .on(getMessage)
    .reply(({ url }) => someMessage(url.pathname.endsWith('/1') ? { body: '<p>Bonjour</p>' } : {}));
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  const warning = /^La convocation en français n’a pas le lien du mot de passe/;
  await dialog.findByText(warning);
  const link = dialog.getByRole('link', { name: 'Corriger la convocation (nouvel onglet)' });
  expect(link.getAttribute('href')).toBe('/dc/configuration?tab=email&text=invitation&message=fr');
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Envoyer la convocation du nouvel examen' }));
  expect(dialog.queryByText(warning)).toBeNull();
});

test('where only the other language lacks the link, nothing is told', async () => {
  server
    .on(getMessage)
    .reply(({ url }) => someMessage(url.pathname.endsWith('/2') ? { body: '<p>Hello</p>' } : {}));
  const panel = await openPanel();
  fireEvent.click(await panel.findByRole('button', { name: /^Déplacer vers un autre examen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Déplacer/ }));
  await dialog.findByLabelText('Nouvel examen');
  await waitFor(() => expect(server.requestsTo(getMessage)).toHaveLength(2));
  expect(dialog.queryByText(/n’a pas le lien du mot de passe/)).toBeNull();
});
