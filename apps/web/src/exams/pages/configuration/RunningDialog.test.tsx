import { listCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listPlannedReminders } from '@guichet/contract/exams/notices.reminders';
import { listRoles, searchUsers } from '@guichet/contract/identity/users.search';
import { listMails } from '@guichet/contract/mail/outbox';
import { listMailFrames } from '@guichet/contract/systems/systems.frames';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal, welcome } from '../../../testing/renderPortal.tsx';
import { someFoundUser } from '../../../testing/samples.ts';

test('who runs a system, where replies go, and what is planned stand in one place, each with its way', async () => {
  const server = fakeServer();
  welcome(server, { entrances: [{ systemId: 3, isAdmin: true, isSupport: true }] });
  const ofDc = { systemId: 3, mayGive: true, isArchived: false };
  server.on(listRoles).reply(() => [
    { name: 'Admin - DC', role: 'admin', ...ofDc },
    { name: 'Support - DC', role: 'support', ...ofDc },
  ]);
  server
    .on(searchUsers)
    .reply(({ body }) =>
      JSON.stringify(body).includes('Admin - DC')
        ? { data: [someFoundUser({ fullName: 'Ada Roy', email: 'ada@exemple.ca' })], totalItems: 1 }
        : { data: [], totalItems: 0 },
    );
  server.on(listExams).reply(() => []);
  const none = { emailFrom: null, emailFromName: null, emailFromNameEn: null, replyTo: null };
  const frame = { ...none, phone: null, officeFr: null, officeEn: null };
  const ids = { id: 3, slug: 'dc', name: 'DC', coursePrefix: 'DC', templateId: null, semesterId: null };
  server.on(listMailFrames).reply(() => ({
    systems: [{ ...ids, ...frame, replyTo: 'dc@exemple.ca', logoId: null, isArchived: false }],
    university: { ...frame, phone: '613 555-0100' },
    senderDomains: '',
  }));
  const at = new Date('2027-01-30T14:00:00Z');
  server
    .on(listPlannedReminders)
    .reply(() => [
      { id: 1, examId: 12, title: 'Hiver', titleEn: 'Winter', at, madeBy: 'Bo Lee', isLetter: true },
    ]);
  server.on(listMails).reply(() => ({ mails: [], totalItems: 40, states: {}, transport: 'smtp' }));
  server.on(listCorrections).reply(() => []);
  renderPortal('/dc/configuration');
  fireEvent.click(await screen.findByRole('button', { name: 'Équipe' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Équipe.*Examens DC/ }));
  await dialog.findByText('Ada Roy');
  const hrefOf = (name: string | RegExp) => dialog.getAllByRole('link', { name })[0]?.getAttribute('href');
  await dialog.findByText(/^Lettre, 30 janvier 2027/);
  expect(hrefOf(/^Lettre/)).toBe('/configuration/exams/3/12');
  expect(hrefOf(/Donner ce rôle/)).toBe('/configuration/users?role=Admin%20-%20DC');
  expect(hrefOf(/^40 courriels prévus/)).toBe('/outbox?system=3&state=planned');
  dialog.getByText('dc@exemple.ca');
  // The university's, where the system has none.
  dialog.getByText('613 555-0100');
  dialog.getByText('Personne pour l’instant');
  dialog.getByText('Aucune demande de correction n’attend.');
});
