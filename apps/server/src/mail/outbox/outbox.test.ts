import type { Endpoint } from '@guichet/contract/core/endpoint';
import {
  getMail,
  getMailAttachment,
  listMails,
  listRetryable,
  retryMail,
  retryMails,
} from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { mailRow, queueMails } from './fixtures/mails.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
let mailId: number;

const secretLink = { purpose: 'firstPassword', subject: '1', expiresAt: '2027-02-10T15:00:00.000Z' } as const;

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  superAdmin = await portal.superAdmin();
});
beforeEach(async () => {
  await portal.context.database.transact(async (tx) => {
    await tx.deleteFrom('outgoing_mails').execute();
  });
  [mailId = 0] = await queueMails(portal.context, [{ email: 'zoe@etu.example.ca', secretLink }]);
});
afterAll(() => portal.close());

async function mark(id: number, state: 'failed' | 'waiting' | 'sent', last_error: string | null = null) {
  await portal.context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set({ state, last_error, attempts: 2 }).where('id', '=', id).execute(),
  );
}

const auditLines = (action: string) =>
  portal.context.database.read.selectFrom('audit_lines').selectAll().where('action', '=', action).execute();

describe('access', () => {
  test.each<[string, Endpoint]>([
    ['the list', listMails],
    ['a mail', getMail],
    ['a retry', retryMail],
  ])(
    'to %s is refused to signed-out callers and to people who are only support or student',
    async (_name, endpoint) => {
      const input = { params: { mailId } };
      expect((await portal.nobody.call(endpoint, input as never)).status).toBe(401);
      for (const role of ['support', 'student'] as const)
        expect((await (await portal.as(role, 3)).call(endpoint, input as never)).status).toBe(403);
    },
  );

  test('a mail of another system is not found, and in no list', async () => {
    const other = await portal.as('admin', 2);
    expect((await other.call(listMails)).reply).toMatchObject({ mails: [], totalItems: 0, states: {} });
    expect((await other.call(listMails, { query: { systemId: 3 } })).reply.totalItems).toBe(0);
    expect((await other.call(getMail, { params: { mailId } })).problem.code).toBe('mail.notFound');
    expect((await other.call(retryMail, { params: { mailId } })).problem.code).toBe('mail.notFound');
  });

  test('a mail without a system is for super admins', async () => {
    const [own = 0] = await queueMails(portal.context, [{ email: 'a@b.ca' }], { systemId: null });
    expect((await admin.call(getMail, { params: { mailId: own } })).status).toBe(404);
    expect((await superAdmin.call(getMail, { params: { mailId: own } })).status).toBe(200);
  });
});

describe('the list', () => {
  test('shows a mail with its subject filled in, its state, and why it waits, in the language of the reader', async () => {
    await mark(mailId, 'waiting', 'mailboxUnknown: 550 5.1.1 No');
    const { reply } = await admin.call(listMails, { headers: { 'accept-language': 'en' } });
    expect(reply).toMatchObject({ totalItems: 1, states: { waiting: 1 }, transport: 'files' });
    expect(reply.mails[0]).toMatchObject({
      id: mailId,
      systemId: 3,
      recipient: 'zoe@etu.example.ca',
      recipientName: 'Zoé Côté',
      language: 'fr',
      subject: 'Convocation : Hiver',
      state: 'waiting',
      attempts: 2,
      sentAt: null,
      lastError: 'This address does not exist. Check it with the person. (550 5.1.1 No)',
    });
    expect(reply.mails[0]?.nextTryAt).toBeInstanceOf(Date);
  });

  test('filters by state and by part of an address or a name in any case, and pages, newest first', async () => {
    const ids = await queueMails(portal.context, [
      { email: 'aa@etu.example.ca', lastName: 'Nguyễn' },
      { email: 'a_a@etu.example.ca', lastName: 'O’Brien' },
    ]);
    await mark(ids[0] as number, 'sent');
    const found = async (query: object) =>
      (await admin.call(listMails, { query })).reply.mails.map(({ id }) => id);
    expect(await found({})).toEqual([ids[1], ids[0], mailId]);
    expect(await found({ state: 'sent' })).toEqual([ids[0]]);
    expect(await found({ search: 'ZOE@' })).toEqual([mailId]);
    expect(await found({ search: 'a_a' })).toEqual([ids[1]]);
    expect(await found({ search: 'BRIEN' })).toEqual([ids[1]]);
    expect(await found({ search: '%' })).toEqual([]);
    expect(await found({ search: 'convocation : hiver' })).toEqual([ids[1], ids[0], mailId]);
    expect(await found({ search: 'Printemps' })).toEqual([]);
    expect(await found({ search: '{{' })).toEqual([]);
    expect(await found({ page: 2, pageSize: 2 })).toEqual([mailId]);
    expect((await admin.call(listMails, { query: { state: 'sent' } })).reply).toMatchObject({
      totalItems: 1,
      states: { sent: 1, queued: 2 },
    });
  });

  test('narrows to a kind of mail: each of its own, changes and removals together, and all others', async () => {
    const kinds = {
      reminder: 'reminder',
      letter: 'letter',
      examLeft: 'notice',
      resetPassword: 'other',
    } as const;
    const ids = new Map<string, number[]>([['invitation', [mailId]]]);
    for (const [purpose, kind] of Object.entries(kinds))
      ids.set(
        kind,
        await queueMails(portal.context, [{ email: 'aa@etu.example.ca' }], { purpose } as object),
      );
    for (const kind of ['invitation', 'reminder', 'letter', 'notice', 'other'] as const) {
      const { reply } = await admin.call(listMails, { query: { kind } });
      expect([kind, reply.mails.map(({ id }) => id), reply.totalItems]).toEqual([kind, ids.get(kind), 1]);
    }
    expect((await admin.call(listRetryable, { query: { kind: 'letter', sent: false } })).reply).toEqual([]);
  });

  test('finds a person whose name is typed without its accents', async () => {
    const zoe = await portal.as('student', 3, { firstName: 'Zoé', lastName: 'Bélanger' });
    const [id] = await queueMails(portal.context, [
      { email: 'z@b.ca', lastName: 'Bélanger', userId: zoe.userId },
    ]);
    const { reply } = await admin.call(listMails, { query: { search: 'belanger' } });
    expect(reply.mails.map((mail) => mail.id)).toEqual([id]);
  });

  test('finds a person whose name is typed without apostrophe or hyphen, or with a hyphen in the place of a space', async () => {
    const liam = await portal.as('student', 3, { firstName: 'Liam', lastName: 'O’Brien' });
    const [toLiam, toJean, toMarie] = await queueMails(portal.context, [
      { email: 'l@b.ca', lastName: 'O’Brien', firstName: 'Liam', userId: liam.userId },
      { email: 'j@b.ca', lastName: 'Roy', firstName: 'Jean-Pierre' },
      { email: 'm@b.ca', lastName: 'Roy', firstName: 'Anne Marie' },
    ]);
    const found = async (search: string) =>
      (await admin.call(listMails, { query: { search } })).reply.mails.map((mail) => mail.id);
    for (const search of ['liam obrien', 'O’Brien Liam', "o'brien"])
      expect(await found(search)).toEqual([toLiam]);
    for (const search of ['jean pierre', 'Jean-Pierre roy', 'jeanpierre'])
      expect(await found(search)).toEqual([toJean]);
    expect(await found('anne-marie')).toEqual([toMarie]);
    expect(await found('-')).toEqual([]);
  });
});

describe('a mail', () => {
  test('shows an administrator everything but the secret', async () => {
    const { reply, raw } = await admin.call(getMail, { params: { mailId } });
    expect(reply.text).toContain('/reset-password?t=«…»&u=zoe%40etu.example.ca&lang=fr&systemId=3');
    expect(raw).not.toContain('firstPassword~');
    expect(reply).toMatchObject({ from: 'Université <no-reply@localhost>', replyTo: null, attachments: [] });
    expect(reply.html).toContain('Bonjour Zoé Côté,');
    expect(await auditLines('mail.read')).toEqual([]);
  });

  test('gives its document again to whoever may read it, and says where it carries none', async () => {
    const ask = (who: Caller) => who.call(getMailAttachment, { params: { mailId } });
    expect((await ask(admin)).problem.code).toBe('attachment.notFound');
    const bytes = Buffer.from('%PDF-1 consignes');
    await portal.context.database.transact(async (tx) => {
      const file = { file_name: 'Règles.pdf', content_type: 'application/pdf', bytes };
      const { id } = await tx
        .insertInto('attachments')
        .values({ ...file, system_id: 3, uploaded_at: portal.context.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('mailings').set({ attachment_id: id }).where('system_id', '=', 3).execute();
    });
    for (const who of [admin, superAdmin]) {
      const { status, raw, headers } = await ask(who);
      expect([status, raw]).toEqual([200, bytes.toString()]);
      expect(headers['content-disposition']).toContain(encodeURIComponent('Règles.pdf'));
    }
    expect((await ask(await portal.as('admin', 2))).problem.code).toBe('mail.notFound');
    expect((await ask(await portal.as('support', 3))).status).toBe(403);
    expect((await ask(portal.nobody)).status).toBe(401);
  });

  test('shows a super admin the link where mails are only written to files, and writes an audit line', async () => {
    const { reply } = await superAdmin.call(getMail, { params: { mailId } });
    expect(reply.text).toMatch(/\/reset-password\?t=firstPassword~1~/);
    expect(await auditLines('mail.read')).toMatchObject([
      { subject: `mail:${mailId}`, system_id: 3, actor_name: 'Super Admin' },
    ]);
  });

  test('shows nobody the link where mails are sent', async () => {
    const away = await openTestPortal({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const [id = 0] = await queueMails(away.context, [{ email: 'zoe@etu.example.ca', secretLink }]);
    const { reply } = await (await away.superAdmin()).call(getMail, { params: { mailId: id } });
    expect(reply.text).toContain('t=«…»');
    await away.close();
  });
});

describe('a retry', () => {
  test.each(['failed', 'waiting'] as const)(
    'puts a %s mail back in the queue, and writes an audit line',
    async (state) => {
      await mark(mailId, state, 'deferred');
      const before = (await auditLines('mail.retried')).length;
      expect((await admin.call(retryMail, { params: { mailId } })).reply).toBe(true);
      expect(await mailRow(portal.context, mailId)).toMatchObject({
        state: 'queued',
        attempts: 0,
        last_error: null,
      });
      expect((await auditLines('mail.retried')).length).toBe(before + 1);
    },
  );

  test('of a mail that is sent or in the queue is refused', async () => {
    expect((await admin.call(retryMail, { params: { mailId } })).status).toBe(409);
    await mark(mailId, 'sent');
    expect((await admin.call(retryMail, { params: { mailId } })).problem.code).toBe('mail.notRetryable');
  });
});

describe('a retry of several', () => {
  const retry = (caller: Caller, mailIds: number[]) => caller.call(retryMails, { body: { mailIds } });
  const three = async () => {
    const more = await queueMails(portal.context, [
      { email: 'a@etu.example.ca' },
      { email: 'b@etu.example.ca' },
    ]);
    return [mailId, ...more] as [number, number, number];
  };

  test('puts those that failed or wait back in the queue, counts the others, and writes a line for each', async () => {
    const [failed, waiting, sent] = await three();
    await mark(failed, 'failed', 'mailboxUnknown: 550 No');
    await mark(waiting, 'waiting', 'deferred');
    await mark(sent, 'sent');
    const before = (await auditLines('mail.retried')).length;
    const { reply } = await retry(admin, [failed, waiting, sent, failed]);
    expect(reply).toEqual({ again: 2, left: 1 });
    for (const id of [failed, waiting])
      expect(await mailRow(portal.context, id)).toMatchObject({
        state: 'queued',
        attempts: 0,
        last_error: null,
      });
    expect(await mailRow(portal.context, sent)).toMatchObject({ state: 'sent' });
    const lines = (await auditLines('mail.retried')).slice(before);
    expect(lines.map(({ subject }) => subject).sort()).toEqual([`mail:${failed}`, `mail:${waiting}`].sort());
    expect((await retry(admin, [failed, waiting])).reply).toEqual({ again: 0, left: 2 });
    expect((await auditLines('mail.retried')).length).toBe(before + 2);
  });

  test('does nothing where one of them is of another system', async () => {
    await mark(mailId, 'failed');
    const [own = 0] = await queueMails(portal.context, [{ email: 'a@b.ca' }], { systemId: 2 });
    await mark(own, 'failed');
    const other = await portal.as('admin', 2);
    expect((await retry(other, [own, mailId])).problem.code).toBe('mail.notFound');
    expect(await mailRow(portal.context, own)).toMatchObject({ state: 'failed' });
    expect((await retry(await portal.as('support', 3), [mailId])).status).toBe(403);
    expect((await retry(portal.nobody, [mailId])).status).toBe(401);
    expect((await retry(superAdmin, [own, mailId])).reply).toEqual({ again: 2, left: 0 });
  });

  test('takes at least one and at most 100', async () => {
    const many = Array.from({ length: 101 }, (_, place) => place + 1);
    for (const mailIds of [[], many]) expect((await retry(admin, mailIds)).status).toBe(400);
  });
});
