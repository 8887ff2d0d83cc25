import { withoutBreaks } from '@guichet/contract/core/telephone';
import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { previewNotice } from '@guichet/contract/exams/notices';
import { createCandidate } from '@guichet/contract/exams/places';
import { forgotPassword } from '@guichet/contract/identity/account';
import { changeSystem, listSystems } from '@guichet/contract/systems/systems';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { getUniversity, saveUniversity } from '@guichet/contract/systems/university';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import type { Queue } from '../../core/queue/queue.service.ts';
import { type MailServer, startMailServer } from '../../mail/outbox/fixtures/mailServer.ts';
import { startOutbox } from '../../mail/outbox/sending/outbox.worker.ts';

let server: MailServer;
let portal: TestPortal;
let worker: Queue;
let superAdmin: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startMailServer();
  portal = await openTestPortal({ SMTP_URL: server.url });
  worker = startOutbox(portal.context, 20);
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
  await server.stop();
});

const names = { fr: 'Université du Nord', en: 'University of the North' };
const mails = {
  emailFrom: 'portail@uni.example.ca',
  emailFromName: 'Portail du Nord',
  emailFromNameEn: 'Portal of the North',
  replyTo: 'bureau@uni.example.ca',
  phone: '514 555-0100',
  officeFr: 'Bureau A-101',
  officeEn: 'Room A-101',
};

async function inviteAndCancel(title: string) {
  const space = { title, examDate: '2027-06-11' };
  const { id: examId } = (await admin.call(createExamSpace, { params: { systemId: 3 }, body: space })).reply;
  const params = { systemId: 3, examId };
  const email = `zoe${examId}@etu.example.ca`;
  const person = { email, firstName: 'Zoé', lastName: 'Côté', languageId: 'fr', sendEmail: true } as const;
  const before = server.received.length;
  await admin.call(createCandidate, { params, body: person });
  await server.waitFor(before + 1);
  const preview = (await admin.call(previewNotice, { params, body: { kind: 'examCancelled' } })).reply;
  await admin.call(cancelExam, { params, query: { sendEmail: true } });
  await server.waitFor(before + 2);
  return { email, preview, received: server.received.slice(before) };
}

it('where neither system nor university can be answered, no mail says so, and whoever cancels is told', async () => {
  const { preview, received } = await inviteAndCancel('Hiver');
  expect(preview.isRead).toBe(false);
  expect(preview.en?.html).toContain('please contact your program (');
  for (const { mail } of received) {
    expect(`${mail.text} ${mail.html}`).not.toMatch(/répondez|please reply/);
    expect(mail.replyTo).toBeUndefined();
  }
  expect(received.at(-1)?.mail.text).toContain('adressez-vous à votre programme (');
});

it('before sign-in, without an office of the university: the one that all systems share, else that of each', async () => {
  const office = async () => (await portal.nobody.call(findOffice, { query: {} })).reply;
  const none = { email: null, phone: null, office: null };
  expect(await office()).toEqual(none);
  const systems = (await superAdmin.call(listSystems)).reply;
  const state = (systemId: number, name: string, phone: string) =>
    superAdmin.call(changeSystem, { params: { systemId }, body: { name, phone } });
  for (const { id, name } of systems) await state(id, name, '514 555-0100');
  expect(await office()).toEqual({ ...none, phone: '514 555-0100' });
  await state(2, 'PDI', '514 555-0102');
  const found = await office();
  expect(found).toMatchObject(none);
  expect(found.programs).toHaveLength(systems.length);
  expect(found.programs).toContainEqual({
    ...none,
    title: { fr: 'Examens PDI', en: 'PDI Exams' },
    phone: '514 555-0102',
  });
  for (const { id, name } of systems) await state(id, name, '');
  expect(await office()).toEqual(none);
});

it('the university’s sender, reply address, telephone and office stand wherever a system has none, also in mails about an account', async () => {
  const { version } = (await superAdmin.call(getUniversity)).reply;
  const body = { ...names, ...mails, senderDomains: 'nord.ca, exemple.ca', version };
  expect((await admin.call(saveUniversity, { body })).status).toBe(403);
  expect((await superAdmin.call(saveUniversity, { body })).reply).toEqual({ ...body, version: version + 1 });
  expect((await superAdmin.call(getUniversity)).reply).toMatchObject(mails);

  const { email, preview, received } = await inviteAndCancel('Printemps');
  expect(preview.isRead).toBe(true);
  const before = server.received.length;
  await portal.nobody.call(forgotPassword, { body: { email, systemId: 3, languageId: 'en' } });
  await server.waitFor(before + 1);
  const account = server.received.at(-1);
  for (const { mail } of [...received, ...(account ? [account] : [])]) {
    expect(mail.from?.address).toBe(mails.emailFrom);
    expect(mail.replyTo?.[0]?.address).toBe(mails.replyTo);
    expect(mail.text).toContain(withoutBreaks(mails.phone));
    expect(mail.text).toMatch(/Bureau A-101|Room A-101/);
  }
  expect(account?.mail.from?.name).toBe(mails.emailFromNameEn);
  expect(received.at(-1)?.mail.text).toContain('répondez à ce courriel');

  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select('detail')
    .where('action', '=', 'university.renamed')
    .execute();
  expect(lines.at(-1)?.detail).toMatchObject({ before: { replyTo: null }, after: mails });
  // Before sign-in the same office is named; what a program states itself stands there.
  const office = async (systemId?: number) =>
    (await portal.nobody.call(findOffice, { query: systemId === undefined ? {} : { systemId } })).reply;
  const ways = { email: mails.replyTo, office: { fr: mails.officeFr, en: mails.officeEn } };
  for (const systemId of [undefined, 3, 999])
    expect(await office(systemId)).toEqual({ ...ways, phone: mails.phone });
  const own = { name: 'PDI', phone: '514 555-0199' };
  await superAdmin.call(changeSystem, { params: { systemId: 2 }, body: own });
  expect(await office(2)).toEqual({ ...ways, phone: own.phone });
  expect(await office(3)).toEqual({ ...ways, phone: mails.phone });

  // A form that states only the name leaves the mail fields as they are.
  const renamed = { fr: 'Nord', en: 'North', version: version + 1 };
  expect((await superAdmin.call(saveUniversity, { body: renamed })).reply).toMatchObject(mails);
  const emptied = { ...renamed, version: version + 2, replyTo: '', emailFrom: 'pas une adresse' };
  expect((await superAdmin.call(saveUniversity, { body: emptied })).problem.errors).toEqual([
    { path: 'emailFrom', messageKey: 'email' },
  ]);
});
