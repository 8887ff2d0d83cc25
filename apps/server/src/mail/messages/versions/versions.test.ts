import { setTimeout as wait } from 'node:timers/promises';
import { addFile, getFile, getMessage, removeFile, saveMessage } from '@guichet/contract/mail/messages';
import {
  getMessageVersion,
  listMessageVersions,
  restoreMessage,
} from '@guichet/contract/mail/messages.versions';
import { createSystem } from '@guichet/contract/systems/systems';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openMailing } from '../../outbox/outbox.service.ts';
import { getMessageForMailing } from '../messages.service.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3, { firstName: 'Ada', lastName: 'Roy' });
});
afterAll(() => portal.close());

const french = { systemId: 3, languageId: 'fr' } as const;
const english = { systemId: 3, languageId: 'en' } as const;

type File = { name: string; bytes: string };
const save = (params: typeof french | typeof english, subject: string, body: string, file?: File) =>
  admin.call(saveMessage, { params, body: { subject, body }, ...(file && { file }) });
const read = async (params: typeof french | typeof english = french) =>
  (await admin.call(getMessage, { params })).reply;
const list = async (params: typeof french | typeof english = french) =>
  (await admin.call(listMessageVersions, { params })).reply;
const get = (versionId: number, who = admin) =>
  who.call(getMessageVersion, { params: { systemId: 3, versionId } });
const restore = (versionId: number, savedAt?: Date | null, who = admin) =>
  who.call(restoreMessage, { params: { systemId: 3, versionId }, body: { savedAt } });
const idOf = async (subject: string) => {
  const version = (await list()).find((one) => one.subject === subject);
  if (!version) throw new Error(`no version ${subject}`);
  return version.id;
};
const attachmentNames = async () => {
  const rows = await portal.context.database.read.selectFrom('attachments').select('file_name').execute();
  return rows.map(({ file_name }) => file_name);
};

describe('the versions of a message', () => {
  test('are visible to administrators of that system only', async () => {
    const versionId = (await list())[0]?.id;
    const asks = [
      [listMessageVersions, { params: french }],
      [getMessageVersion, { params: { systemId: 3, versionId } }],
      [restoreMessage, { params: { systemId: 3, versionId }, body: {} }],
    ] as const;
    const support = await portal.as('support', 3);
    const other = await portal.as('admin', 2);
    for (const [endpoint, input] of asks) {
      expect((await portal.nobody.call(endpoint, input as never)).status).toBe(401);
      expect((await support.call(endpoint, input as never)).status).toBe(403);
      expect((await other.call(endpoint, input as never)).status).toBe(403);
    }
    const foreign = { params: { systemId: 2, versionId: versionId ?? 0 }, body: {} };
    for (const endpoint of [getMessageVersion, restoreMessage] as const)
      expect((await other.call(endpoint, foreign)).problem).toMatchObject({
        status: 404,
        code: 'version.notFound',
      });
  });

  test('begin with that of the first start, without an author', async () => {
    expect(await list(english)).toMatchObject([
      { savedBy: null, subject: 'Exam notice: {{examTitle}} ({{systemTitle}})' },
    ]);
  });

  test('hold the text of a reminder that was offered before the first save', async () => {
    const { reply: offered } = await admin.call(getMessage, { params: french, query: { kind: 'reminder' } });
    const body = { subject: 'Le mien', body: '<p>Le mien</p>' };
    await admin.call(saveMessage, { params: french, query: { kind: 'reminder' }, body });
    const { reply } = await admin.call(listMessageVersions, {
      params: french,
      query: { kind: 'reminder' },
    });
    expect(reply).toMatchObject([
      { subject: 'Le mien', savedBy: 'Ada Roy' },
      { subject: offered.subject, savedBy: null },
    ]);
  });

  test('list author, time and the beginning of the plain text, newest first', async () => {
    await save(french, 'Un', '<h2>Bonjour&nbsp;<b>à</b></h2><p>vous &amp; à nous</p>');
    portal.context.clock.advance(60);
    await save(french, 'Deux', `<p>${'long '.repeat(2000)}</p>`);
    const [two, one] = await list();
    expect(two).toMatchObject({ subject: 'Deux', savedBy: 'Ada Roy', savedAt: portal.context.clock.now() });
    expect(two?.beginning).toBe('long '.repeat(40));
    expect(one).toMatchObject({ subject: 'Un', beginning: 'Bonjour à vous & à nous' });
    expect((await get(one?.id ?? 0)).reply).toMatchObject({
      subject: 'Un',
      body: '<h2>Bonjour\u00a0<b>à</b></h2><p>vous &amp; à nous</p>',
      fileName: null,
    });
  });

  test('are stored by every way of changing the message', async () => {
    await save(french, 'Sans', '<p>x</p>');
    await admin.call(addFile, { params: french, body: {}, file: { name: 'a.pdf', bytes: '%PDF-1' } });
    await save(french, 'Avec', '<p>x</p>', { name: 'b.pdf', bytes: '%PDF-2' });
    await admin.call(removeFile, { params: french });
    const told = (await list()).slice(0, 4).map(({ subject, fileName }) => [subject, fileName]);
    expect(told).toEqual([
      ['Avec', null],
      ['Avec', 'b.pdf'],
      ['Sans', 'a.pdf'],
      ['Sans', null],
    ]);
  });

  test('are not added by a save that changes nothing', async () => {
    const before = await list();
    const { subject, body } = await read();
    await save(french, subject, body);
    await admin.call(removeFile, { params: french });
    expect(await list()).toEqual(before);
  });

  test('are stored once per save, also for concurrent saves', async () => {
    const before = (await list()).length;
    await Promise.all([1, 2, 3, 4, 5].map((n) => save(french, `Course ${n}`, '<p>x</p>')));
    const after = await list();
    expect(after.length - before).toBe(5);
    const five = after.slice(0, 5).map(({ subject }) => subject);
    expect(five.toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `Course ${n}`));
    expect((await read()).subject).toBe(five[0]);
  });

  test('start anew in a system that copies another one', async () => {
    const superAdmin = await portal.superAdmin();
    const body = { id: 41, name: 'Copie conforme', coursePrefix: 'CC', copyFromSystem: 3 };
    await superAdmin.call(createSystem, { body });
    const params = { systemId: 41, languageId: 'fr' } as const;
    const { reply } = await superAdmin.call(listMessageVersions, { params });
    expect(reply).toMatchObject([{ savedBy: 'Super Admin', subject: (await read()).subject }]);
  });
});

describe('restoring', () => {
  test('saves the earlier state, attachment included, as a new version with an audit line', async () => {
    await save(french, 'Ancien', '<p>ancien</p>', { name: 'ancien.pdf', bytes: '%PDF-7' });
    const id = await idOf('Ancien');
    const savedThen = (await get(id)).reply.savedAt;
    portal.context.clock.advance(60);
    await save(french, 'Nouveau', '<p>nouveau</p>', { name: 'nouveau.pdf', bytes: '%PDF-8' });
    const { savedAt } = await read();
    portal.context.clock.advance(60);
    const { status, reply } = await restore(id, savedAt);
    expect([status, reply]).toEqual([
      200,
      {
        subject: 'Ancien',
        body: '<p>ancien</p>',
        preheader: '',
        fileName: 'ancien.pdf',
        savedAt: portal.context.clock.now(),
        comparedTo: null,
      },
    ]);
    expect((await admin.call(getFile, { params: french })).raw).toBe('%PDF-7');
    expect((await list()).slice(0, 3).map(({ subject }) => subject)).toEqual(['Ancien', 'Nouveau', 'Ancien']);
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['system_id', 'subject', 'actor_id', 'detail'])
      .where('action', '=', 'message.restored')
      .execute();
    expect(lines).toEqual([
      {
        system_id: 3,
        subject: 'message:3:fr',
        actor_id: admin.userId,
        detail: {
          language: 'fr',
          subject: 'Ancien',
          attachment: 'ancien.pdf',
          restoredFrom: savedThen.toISOString(),
        },
      },
    ]);
  });

  test('of the current state changes nothing', async () => {
    const [newest] = await list();
    const before = await list();
    expect((await restore(newest?.id ?? 0, new Date(0))).status).toBe(200);
    expect(await list()).toEqual(before);
  });

  test('returns a conflict if somebody else saved meanwhile, and replaces nothing', async () => {
    const { savedAt } = await read();
    const other = await portal.as('admin', 3, { firstName: 'Max', lastName: 'Lee' });
    await other.call(saveMessage, { params: french, body: { subject: 'Leur', body: '<p>leur</p>' } });
    const before = await list();
    const { status, reply } = await restore(await idOf('Nouveau'), savedAt);
    expect([status, reply]).toEqual([
      409,
      { outcome: 'changedMeanwhile', current: { ...(await read()), savedBy: 'Max Lee' } },
    ]);
    expect(await list()).toEqual(before);
  });

  test('refuses a placeholder that no longer exists, with its name', async () => {
    await portal.context.database.transact(async (tx) => {
      await sql`insert into message_versions (system_id, language, subject, body, saved_at, saved_by_name)
        values (3, 'fr', 'Vieux', '<p>{{vieux}}</p>', now(), '')`.execute(tx);
    });
    const { problem } = await restore(await idOf('Vieux'));
    expect(problem).toMatchObject({ code: 'message.unknownPlaceholder', params: { name: 'vieux' } });
  });
});

test('a hundred versions are kept, and an attachment as long as one of them or a mailing references it', async () => {
  const { context } = portal;
  await save(french, 'Posté', '<p>x</p>', { name: 'poste.pdf', bytes: '%PDF-4' });
  const text = await getMessageForMailing(context.database.read, {
    systemId: 3,
    kind: 'invitation',
    language: 'fr',
  });
  if (!text) throw new Error('no message');
  const mailing = {
    systemId: 3,
    purpose: 'invitation' as const,
    frame: null,
    variables: { linkSystemId: 3 },
  };
  await context.database.transact((tx) => openMailing(context, tx, { ...mailing, ...text }));
  await save(french, 'Gardé', '<p>x</p>', { name: 'garde.pdf', bytes: '%PDF-5' });
  await admin.call(removeFile, { params: french });
  const garde = (await list())[0]?.id ?? 0;
  const fill = (count: number) =>
    context.database.transact(async (tx) => {
      await sql`insert into message_versions (system_id, language, subject, body, saved_at, saved_by_name)
        select 3, 'fr', 'n', 'n', now(), '' from generate_series(1, ${count}::integer)`.execute(tx);
    });
  await fill(97);
  await save(french, 'Centième', '<p>x</p>');
  // The version with the file is the hundredth now; the next version pushes it out.
  expect((await list()).at(-1)).toMatchObject({ subject: 'Gardé', fileName: 'garde.pdf' });
  expect(await list()).toHaveLength(100);
  expect(await attachmentNames()).toEqual(expect.arrayContaining(['poste.pdf', 'garde.pdf']));
  expect(await attachmentNames()).not.toContain('ancien.pdf');
  await save(french, 'Cent unième', '<p>x</p>');
  expect((await list()).at(-1)?.id).toBe(garde);
  expect(await attachmentNames()).toContain('poste.pdf');
  expect(await attachmentNames()).not.toContain('garde.pdf');
});

test('a version deleted while its restoring waits is not found, and its file is deleted', async () => {
  const { database } = portal.context;
  await save(french, 'Tenu', '<p>x</p>', { name: 'tenu.pdf', bytes: '%PDF-6' });
  await admin.call(removeFile, { params: french });
  const versionId = await idOf('Tenu');
  const before = await read();
  const isHeld = Promise.withResolvers<void>();
  const isAsked = Promise.withResolvers<void>();
  const holding = database.transact(async (tx) => {
    await sql`select from messages where system_id = 3 and language = 'fr' for update`.execute(tx);
    isHeld.resolve();
    await isAsked.promise;
    await sql`delete from message_versions where system_id = 3 and subject = 'Tenu'`.execute(tx);
    await sql`delete from attachments where file_name = 'tenu.pdf'`.execute(tx);
  });
  await isHeld.promise;
  const restoring = restore(versionId);
  await Promise.race([restoring, wait(300)]);
  isAsked.resolve();
  await holding;
  const { problem } = await restoring;
  expect(problem).toMatchObject({ status: 404, code: 'version.notFound' });
  expect(await read()).toEqual(before);
});
