import { createExamSpace } from '@guichet/contract/exams/exams';
import { saveMessage } from '@guichet/contract/mail/messages';
import {
  closeSetup,
  confirmBackup,
  listOpenSteps,
  tryLearningPlatform,
  tryMailServer,
} from '@guichet/contract/overview/home.setup';
import { changeSystem, listSystems } from '@guichet/contract/systems/systems';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findFreePort } from '../../../../test/freePort.ts';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { Queue } from '../../../core/queue/queue.service.ts';
import { type MailServer, startMailServer } from '../../../mail/outbox/fixtures/mailServer.ts';
import { startOutbox } from '../../../mail/outbox/sending/outbox.worker.ts';
import { listOpenSteps as readOpenSteps } from './setup.ts';

let server: MailServer;
let refusal: string | null = null;
let portal: TestPortal;
let worker: Queue;
let superAdmin: Caller;
beforeAll(async () => {
  server = await startMailServer({ recipient: () => refusal });
  portal = await openTestPortal({ SMTP_URL: server.url });
  worker = startOutbox(portal.context, 20);
  superAdmin = await portal.superAdmin();
});
beforeEach(async () => {
  refusal = null;
  await systemTransaction(portal.context, (tx) => tx.deleteFrom('setup_steps').execute());
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
  await server.stop();
});

const open = async () => (await superAdmin.call(listOpenSteps)).reply;
const openNames = async () => (await open()).map(({ step }) => step);
const auditLines = (action: string) =>
  portal.context.database.read.selectFrom('audit_lines').selectAll().where('action', '=', action).execute();

test('an empty portal says what it still needs', async () => {
  expect(await open()).toEqual([
    { step: 'universityName' },
    { step: 'publicAddress', address: portal.context.config.publicUrl },
    { step: 'senders', missing: 9, systems: 9 },
    { step: 'mailServer', transport: 'smtp' },
    { step: 'secondSuperAdmin', waiting: [] },
    { step: 'learningPlatform', platform: 'builtin' },
    { step: 'administrator' },
    { step: 'backup', restoredOn: null },
  ]);
});

test('only a super admin reads it, tries and closes', async () => {
  for (const endpoint of [listOpenSteps, tryMailServer, tryLearningPlatform, closeSetup]) {
    expect((await portal.nobody.call(endpoint)).status).toBe(401);
    for (const role of ['admin', 'support', 'student'] as const)
      expect((await (await portal.as(role, 3)).call(endpoint)).status).toBe(403);
  }
  expect(server.received).toEqual([]);
});

test('a name in both languages, senders, texts and an administrator are read from what is there', async () => {
  // The test before has made an administrator, by `as`.
  expect(await openNames()).not.toContain('administrator');
  const { reply: systems } = await superAdmin.call(listSystems);
  for (const { id, name } of systems) {
    const body = {
      name,
      templateId: null,
      semesterId: null,
      emailFrom: `bureau${id}@u.ca`,
      emailFromName: null,
    };
    expect(
      (await superAdmin.call(changeSystem, { params: { systemId: id }, body: body as never })).status,
    ).toBe(200);
  }
  expect(await openNames()).not.toContain('senders');
  const change = (fields: object) =>
    superAdmin.call(changeSystem, {
      params: { systemId: 3 },
      body: { name: 'DC', templateId: null, semesterId: null, emailFromName: null, ...fields } as never,
    });
  for (const emailFrom of ['no-reply@u.ca', 'NoReply@u.ca', 'ne-pas-repondre@u.ca']) {
    await change({ emailFrom, replyTo: null });
    expect(await open()).toContainEqual({ step: 'senders', missing: 1, systems: 9 });
    await change({ emailFrom, replyTo: 'bureau@u.ca' });
    expect(await openNames()).not.toContain('senders');
  }
  await change({ emailFrom: 'noreen.plyer@u.ca', replyTo: null });
  expect(await openNames()).not.toContain('senders');
  await change({ emailFrom: null, replyTo: null });
  expect(await open()).toContainEqual({ step: 'senders', missing: 1, systems: 9 });
  await change({ emailFrom: null, replyTo: 'bureau@u.ca' });
  expect(await openNames()).not.toContain('senders');
  const named = { fr: 'Université du Nord', en: 'University of the North' };
  const { context } = portal;
  const steps = async (universityName: typeof named) =>
    (await readOpenSteps({ ...context, config: { ...context.config, universityName } })).map(
      ({ step }) => step,
    );
  expect(await steps(named)).not.toContain('universityName');
  expect(await steps({ ...named, en: 'University' })).toContain('universityName');

  await superAdmin.call(saveMessage, {
    params: { systemId: 3, languageId: 'en' },
    body: { subject: '', body: '' },
  });
  expect(await open()).toContainEqual({
    step: 'texts',
    systems: [{ systemId: 3, slug: 'dc', name: 'DC', lacks: 'message' }],
  });
});

test('the mail server is tried by a mail to oneself, which really arrives', async () => {
  const { reply } = await superAdmin.call(tryMailServer);
  expect(reply).toEqual({ recipient: 'admin@guichet.test', state: 'sent', reason: null });
  expect(server.received.at(-1)?.to).toBe('admin@guichet.test');
  expect(server.received.at(-1)?.mail.text).toContain('Ce courriel est arrivé');
  expect(await openNames()).not.toContain('mailServer');
  expect((await auditLines('setup.mailTried')).at(-1)).toMatchObject({
    detail: { recipient: 'admin@guichet.test' },
  });
  // A different mail server has to be tried anew.
  const config = { ...portal.context.config, smtpUrl: 'smtp://mail.example.ca' };
  expect(await readOpenSteps({ ...portal.context, config })).toContainEqual({
    step: 'mailServer',
    transport: 'smtp',
  });
});

test('a mail server counts as tried only where its mails have an address that people can open', async () => {
  const config = { ...portal.context.config, smtpUrl: 'smtp://mail.example.ca' };
  const publicUrl = 'https://portail.example.ca';
  await superAdmin.call(tryMailServer);
  await systemTransaction(portal.context, async (tx) => {
    const { reference } = await tx.selectFrom('setup_steps').selectAll().executeTakeFirstOrThrow();
    const key = reference.replace(new URL(server.url).host, 'mail.example.ca');
    await tx.updateTable('setup_steps').set({ reference: key }).execute();
    await tx.updateTable('outgoing_mails').set({ key }).where('key', '=', reference).execute();
  });
  const names = async (more: object) =>
    (await readOpenSteps({ ...portal.context, config: { ...config, ...more } })).map(({ step }) => step);
  expect(await names({ publicUrl })).not.toContain('mailServer');
  expect(await names({ publicUrl: 'http://localhost:3000' })).toContain('mailServer');
});

test('a test mail that is refused says why, and the line stays', async () => {
  refusal = '550 5.1.1 No such user';
  const { reply } = await superAdmin.call(tryMailServer, { headers: { 'accept-language': 'en' } });
  expect(reply.state).toBe('failed');
  expect(reply.reason).toMatch(/address|mailbox/i);
  expect(await openNames()).toContain('mailServer');
});

test('a registered platform that has made a course needs no try of the one that is set', async () => {
  const admin = await portal.as('admin', 3);
  const body = { title: 'Essai', examDate: '2027-02-12' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const platform = {
    name: 'Moodle',
    kind: 'moodle',
    address: 'https://moodle.example.ca',
    encrypted_credentials: '',
    semester_id: null,
    template_id: null,
    student_role: 5,
    call_seconds: 10,
    copy_seconds: 10,
    changed_at: new Date(),
    removed_at: null,
  };
  const makeCourse = (state: 'waiting' | 'done') =>
    systemTransaction(portal.context, async (tx) => {
      const { id: platform_id } = await tx
        .insertInto('learning_platforms')
        .values({ ...platform, name: state })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('platform_courses')
        .set({ platform_id, state })
        .where('course_id', '=', exam.courseId)
        .execute();
    });
  await makeCourse('waiting');
  expect(await openNames()).toContain('learningPlatform');
  await makeCourse('done');
  expect(await openNames()).not.toContain('learningPlatform');
  await systemTransaction(portal.context, (tx) =>
    tx.updateTable('platform_courses').set({ platform_id: null }).execute(),
  );
});

test('the platform is tried, and another one has to be tried anew', async () => {
  expect((await superAdmin.call(tryLearningPlatform)).reply).toEqual({ product: 'builtin', problems: [] });
  expect(await openNames()).not.toContain('learningPlatform');
  const config = { ...portal.context.config, learningPlatform: 'moodle' as const };
  expect(await readOpenSteps({ ...portal.context, config })).toContainEqual({
    step: 'learningPlatform',
    platform: 'moodle',
  });
});

test('a public address, a second super admin and a real address of the first one are read from what is there', async () => {
  const { context } = portal;
  const publicUrl = 'https://portail.nord.ca';
  const names = (await readOpenSteps({ ...context, config: { ...context.config, publicUrl } })).map(
    ({ step }) => step,
  );
  expect(names).not.toContain('publicAddress');
  const { userId, email } = await portal.make('superAdmin', undefined, {
    firstName: 'Paul',
    lastName: 'Roy',
  });
  // Only somebody who has come in can help.
  expect(await open()).toContainEqual({ step: 'secondSuperAdmin', waiting: ['Paul Roy'] });
  await portal.signIn(email, madePassword);
  await expect.poll(openNames).not.toContain('secondSuperAdmin');
  const second = { userId };
  const change = (set: { email: string } | { deactivated_at: Date }) =>
    systemTransaction(context, (tx) =>
      tx.updateTable('users').set(set).where('id', '=', second.userId).execute(),
    );
  await change({ email: 'admin@guichet.local' });
  expect(await open()).toContainEqual({ step: 'firstAddress', address: 'admin@guichet.local' });
  await change({ email: 'vraie@nord.ca' });
  expect(await openNames()).not.toContain('firstAddress');
  await change({ deactivated_at: new Date() });
  expect(await openNames()).toContain('secondSuperAdmin');
});

test('a backup is stated once, with its day, and taken back', async () => {
  const state = (restoredOn: string | null) => superAdmin.call(confirmBackup, { body: { restoredOn } });
  expect(await open()).toContainEqual({ step: 'backup', restoredOn: null });
  expect((await state('2099-01-01')).problem.errors).toEqual([
    { path: 'restoredOn', messageKey: 'dateToCome' },
  ]);
  expect((await state('2026-11-02')).reply).toBe(true);
  expect((await state('2026-11-03')).reply).toBe(true);
  expect((await open()).at(-1)).toEqual({ step: 'backup', restoredOn: '2026-11-02' });
  expect(await auditLines('setup.backupConfirmed')).toMatchObject([{ detail: { restoredOn: '2026-11-02' } }]);
  await state(null);
  await state(null);
  expect(await open()).toContainEqual({ step: 'backup', restoredOn: null });
  expect(await auditLines('setup.backupTakenBack')).toHaveLength(1);
});

test('the list is closed for every super admin, once, and stays closed', async () => {
  expect((await superAdmin.call(closeSetup)).reply).toBe(true);
  expect((await superAdmin.call(closeSetup)).reply).toBe(true);
  const other = await portal.as('superAdmin');
  expect((await other.call(listOpenSteps)).reply).toEqual([]);
  expect(await auditLines('setup.closed')).toHaveLength(1);
});

test('without a mail server the test mail is only filed, and a platform that does not answer is told', async () => {
  const settings = { LEARNING_PLATFORM: 'moodle', MOODLE_TOKEN: '0123456789abcdef0123456789abcdef' };
  const other = await openTestPortal({ ...settings, MOODLE_URL: `http://127.0.0.1:${await findFreePort()}` });
  const itsWorker = startOutbox(other.context, 20);
  try {
    const caller = await other.superAdmin();
    expect((await caller.call(tryMailServer)).reply).toMatchObject({ state: 'filed', reason: null });
    const { reply } = await caller.call(tryLearningPlatform);
    expect(reply).toMatchObject({
      product: null,
      problems: [{ code: expect.stringMatching(/^(unreachable|connectionLost)$/) }],
    });
    const steps = (await caller.call(listOpenSteps)).reply;
    expect(steps).toContainEqual({ step: 'mailServer', transport: 'files' });
    expect(steps).toContainEqual({ step: 'learningPlatform', platform: 'moodle' });
  } finally {
    await itsWorker.stop();
    await other.close();
  }
});
