import type { Language } from '@guichet/contract/core/language';
import { getMessage, saveMessage } from '@guichet/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { openMailing } from '../outbox/outbox.service.ts';
import { getMessageForMailing, missingLanguages } from './messages.service.ts';

let portal: TestPortal;
let admin: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const read = async (languageId: Language, systemId = 3) =>
  (await admin.call(getMessage, { params: { systemId, languageId } })).reply;

const save = (
  languageId: Language,
  body: { subject: string; body: string },
  file?: { name: string; bytes: Buffer | string },
) => admin.call(saveMessage, { params: { systemId: 3, languageId }, body, ...(file && { file }) });

const attachments = () => portal.house.database.read.selectFrom('attachments').selectAll().execute();

describe('access', () => {
  test.each([getMessage, saveMessage])(
    '$method is for administrators of that very system',
    async (endpoint) => {
      const input = { params: { systemId: 3, languageId: 'fr' }, body: { subject: 'a', body: 'b' } } as never;
      expect((await portal.nobody.call(endpoint, input)).status).toBe(401);
      expect((await (await portal.as('support', 3)).call(endpoint, input)).status).toBe(403);
      expect((await (await portal.as('admin', 2)).call(endpoint, input)).status).toBe(403);
    },
  );
});

describe('the message of a system', () => {
  test('is there from the first start, in both languages, ready to be sent', async () => {
    for (const systemId of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(await missingLanguages(portal.house.database.read, systemId)).toEqual([]);
    const [french, english] = [await read('fr'), await read('en')];
    expect(french.subject).toBe('Votre place pour {{examTitle}}');
    expect(english.subject).toBe('Your place in {{examTitle}}');
    for (const { body } of [french, english])
      for (const name of [
        'firstName',
        'lastName',
        'email',
        'examTitle',
        'examDate',
        'systemTitle',
        'loginUrl',
        'setPasswordUrl',
      ])
        expect(body).toContain(`{{${name}}}`);
  });

  test('S2.43 is saved in one language only, and the trail says so', async () => {
    const english = await read('en');
    const { reply } = await save('fr', {
      subject: ' Bonjour\n{{ firstName }} ',
      body: '<p>Allô<script>x</script></p>',
    });
    expect(reply).toEqual({ subject: 'Bonjour {{firstName}}', body: '<p>Allô</p>', fileName: null });
    expect(await read('fr')).toEqual(reply);
    expect(await read('en')).toEqual(english);
    const lines = await portal.house.database.read
      .selectFrom('audit_lines')
      .selectAll()
      .where('action', '=', 'message.saved')
      .execute();
    expect(lines).toMatchObject([{ system_id: 3, subject: 'message:3:fr', actor_id: admin.userId }]);
  });

  test('as a super admin or an editor wrote it stays the same when it is saved again', async () => {
    const before = await read('en');
    expect((await save('en', before)).reply).toEqual(before);
  });

  test.each(['subject', 'body'])(
    'with an unknown placeholder in the %s is refused by its name, and nothing is saved',
    async (field) => {
      const before = await read('fr');
      const { status, problem } = await save('fr', {
        subject: 'a',
        body: '<p>b</p>',
        [field]: 'x {{prenom}}',
      });
      expect(status).toBe(400);
      expect(problem).toMatchObject({ code: 'message.unknownPlaceholder', params: { name: 'prenom' } });
      expect(problem.detail).toContain('prenom');
      expect(await read('fr')).toEqual(before);
    },
  );

  test('that is too long is refused', async () => {
    const { problem } = await save('fr', { subject: 'a'.repeat(301), body: '' });
    expect(problem.errors).toEqual([{ path: 'subject', messageKey: 'maxLength' }]);
  });
});

describe('the attachment', () => {
  test('is what the file part holds, and is replaced by the next one', async () => {
    const text = { subject: 'a', body: '<p>b</p>' };
    expect((await save('fr', text, { name: 'Règles.PDF', bytes: '%PDF-1' })).reply.fileName).toBe(
      'Règles.pdf',
    );
    expect((await save('fr', text)).reply.fileName).toBe('Règles.pdf');
    expect((await save('fr', text, { name: 'b.pdf', bytes: '%PDF-2' })).reply.fileName).toBe('b.pdf');
    expect(await attachments()).toMatchObject([
      { file_name: 'b.pdf', system_id: 3, content_type: 'application/pdf' },
    ]);
  });

  test('that mails still carry stays when it is replaced', async () => {
    const { house } = portal;
    const text = await getMessageForMailing(house.database.read, 3, 'fr');
    if (!text?.attachmentId) throw new Error('no attachment');
    const mailing = { systemId: 3, purpose: 'invitation', from: null, variables: { linkSystemId: 3 } };
    await house.database.transact((tx) => openMailing(house, tx, { ...mailing, ...text }));
    await save('fr', { subject: 'a', body: '<p>b</p>' }, { name: 'c.pdf', bytes: '%PDF-3' });
    expect((await attachments()).map(({ file_name }) => file_name).sort()).toEqual(['b.pdf', 'c.pdf']);
  });

  test('that is no document is refused, and nothing is saved', async () => {
    const before = await read('fr');
    const { status, problem } = await save(
      'fr',
      { subject: 'z', body: '<p>z</p>' },
      { name: 'a.pdf', bytes: 'MZ' },
    );
    expect([status, problem.code]).toEqual([400, 'attachment.wrongKind']);
    expect(await read('fr')).toEqual(before);
  });

  test('over 10 MB is refused', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-');
    const { status, problem } = await save('fr', { subject: 'z', body: '' }, { name: 'a.pdf', bytes });
    expect([status, problem.code]).toEqual([413, 'request.tooLarge']);
  });
});

describe('the text for a mailing', () => {
  test.each([
    ['', '<p>b</p>'],
    ['a', '<p>\u00a0</p>'],
  ])('is that of the other language where subject %j and body %j are all there is', async (subject, body) => {
    const { read: db } = portal.house.database;
    await save('fr', { subject, body });
    expect(await missingLanguages(db, 3)).toEqual(['fr']);
    expect(await getMessageForMailing(db, 3, 'fr')).toMatchObject({
      language: 'en',
      subject: 'Your place in {{examTitle}}',
    });
  });

  test('is none where both are empty', async () => {
    const { read: db } = portal.house.database;
    await save('fr', { subject: '', body: '' });
    await save('en', { subject: '', body: '' });
    expect(await getMessageForMailing(db, 3, 'fr')).toBeNull();
    expect(await missingLanguages(db, 3)).toEqual(['fr', 'en']);
  });
});
