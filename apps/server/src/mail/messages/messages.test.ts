import type { Language } from '@guichet/contract/core/language';
import {
  deleteFile,
  getMessage,
  type MessageText,
  preheaderLimit,
  saveMessage,
} from '@guichet/contract/mail/messages';
import { createSystem } from '@guichet/contract/systems/systems';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { getMessageForMailing, listMessageGaps } from './messages.service.ts';

let portal: TestPortal;
let admin: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

async function gapOf(systemId: number) {
  const [found] = await listMessageGaps(portal.context.database.read, [systemId]);
  return found?.gap;
}

const read = async (languageId: Language, systemId = 3) =>
  (await admin.call(getMessage, { params: { systemId, languageId } })).reply;

const save = (languageId: Language, body: MessageText & { savedAt?: Date | null }) =>
  admin.call(saveMessage, { params: { systemId: 3, languageId }, body });

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
  test('exists from the first start, in both languages, ready to be sent', async () => {
    for (const systemId of [1, 2, 3, 4, 5, 6, 7, 8, 9]) expect(await gapOf(systemId)).toBeNull();
    const [french, english] = [await read('fr'), await read('en')];
    expect(french.subject).toBe('Convocation\u00a0: {{examTitle}} ({{systemTitle}})');
    expect(english.subject).toBe('Exam notice: {{examTitle}} ({{systemTitle}})');
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

  test('S2.43 is saved in one language only, with an audit line', async () => {
    const english = await read('en');
    portal.context.clock.advance(60);
    const { reply } = await save('fr', {
      subject: ' Bonjour\n{{ firstName }} ',
      body: '<p>Allô<script>x</script></p>',
    });
    expect(reply).toEqual({
      subject: 'Bonjour {{firstName}}',
      body: '<p>Allô</p>',
      preheader: '',
      fileName: null,
      savedAt: portal.context.clock.now(),
      comparedTo: null,
    });
    expect(await read('fr')).toEqual(reply);
    expect(await read('en')).toEqual(english);
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .selectAll()
      .where('action', '=', 'message.saved')
      .execute();
    expect(lines).toMatchObject([{ system_id: 3, subject: 'message:3:fr', actor_id: admin.userId }]);
  });

  test('written by a super admin or an editor stays the same when saved again', async () => {
    const { subject, body, fileName } = await read('en');
    expect((await save('en', { subject, body })).reply).toMatchObject({ subject, body, fileName });
  });

  test('S3.2 the four messages of two systems and two languages do not influence one another', async () => {
    const superAdmin = await portal.superAdmin();
    const four = [5, 6].flatMap((systemId) =>
      (['fr', 'en'] as const).map((languageId) => ({ systemId, languageId })),
    );
    const textOf = ({ systemId, languageId }: (typeof four)[number]) => ({
      subject: `Objet ${systemId} ${languageId}`,
      body: `<p>Texte ${systemId} ${languageId}</p>`,
    });
    for (const params of four)
      await superAdmin.call(saveMessage, {
        params,
        body: textOf(params),
        file: { name: `${params.systemId}${params.languageId}.pdf`, bytes: '%PDF-1' },
      });
    await superAdmin.call(deleteFile, { params: { systemId: 6, languageId: 'fr' } });
    for (const params of four) {
      const { systemId, languageId } = params;
      const isDetached = systemId === 6 && languageId === 'fr';
      expect((await superAdmin.call(getMessage, { params })).reply).toMatchObject({
        ...textOf(params),
        fileName: isDetached ? null : `${systemId}${languageId}.pdf`,
      });
    }
  });

  test('S7.23 S3.1 is saved by a form with systemId, languageId, body and subject, and read as it was saved', async () => {
    const fields = { systemId: 3, languageId: 1, subject: 'Objet', body: '<p>Texte</p>' };
    expect((await save('fr', fields)).status).toBe(200);
    expect(await read('fr')).toMatchObject({ subject: 'Objet', body: '<p>Texte</p>' });
  });

  test('S7.24 is also saved with fileName or without the ids: the path identifies it', async () => {
    const english = await read('en');
    await save('fr', { subject: 'Seuls', body: '<p>deux champs</p>' });
    expect(await read('fr')).toMatchObject({ subject: 'Seuls', body: '<p>deux champs</p>' });
    const fields = { systemId: 9, languageId: 2, subject: 'Avec', body: '<p>nom</p>', fileName: 'autre.pdf' };
    await save('fr', fields);
    expect(await read('fr')).toMatchObject({ subject: 'Avec', body: '<p>nom</p>', fileName: null });
    expect(await read('en')).toEqual(english);
    expect(
      (await (await portal.superAdmin()).call(getMessage, { params: { systemId: 9, languageId: 'en' } }))
        .reply.subject,
    ).toBe('Exam notice: {{examTitle}} ({{systemTitle}})');
  });

  test('saved meanwhile by somebody else is not replaced by an older version, even within one millisecond', async () => {
    await save('fr', { subject: 'premier', body: '<p>a</p>' });
    const { savedAt } = await read('fr');
    const between = await save('fr', { subject: 'entre-temps', body: '<p>b</p>', savedAt });
    const late = await save('fr', { subject: 'trop tard', body: '<p>c</p>', savedAt });
    expect([late.status, late.reply]).toEqual([
      409,
      { outcome: 'changedMeanwhile', current: { ...between.reply, savedBy: 'Zoé Côté' } },
    ]);
    expect((await read('fr')).subject).toBe('entre-temps');
    const same = await save('fr', { subject: 'entre-temps', body: '<p>b</p>', savedAt });
    expect([same.status, same.reply]).toEqual([200, between.reply]);
  });

  test('that was never saved is created by one of two concurrent saves', async () => {
    const superAdmin = await portal.superAdmin();
    const body = { id: 31, name: 'Programme neuf', coursePrefix: 'PNF' };
    expect((await superAdmin.call(createSystem, { body })).status).toBe(200);
    const params = { systemId: 31, languageId: 'fr' as const };
    const query = { kind: 'reminder' } as const;
    const write = (subject: string) =>
      superAdmin.call(saveMessage, { params, query, body: { subject, body: '<p>x</p>', savedAt: null } });
    expect((await superAdmin.call(getMessage, { params, query })).reply.savedAt).toBeNull();
    const both = await Promise.all([write('un'), write('deux')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('has a preheader in its own language, which a save without it leaves', async () => {
    const text = { subject: 'a', body: '<p>b</p>' };
    const preheader = 'Le {{ examDate }},\r\nsoyez là';
    const { reply } = await save('fr', { ...text, preheader });
    expect(reply).toMatchObject({ ...text, preheader: 'Le {{examDate}}, soyez là' });
    expect((await read('en')).preheader).toBe('');
    expect((await save('fr', { ...text, subject: 'c' })).reply).toMatchObject({
      subject: 'c',
      preheader: 'Le {{examDate}}, soyez là',
    });
    expect((await save('fr', { ...text, preheader: '' })).reply).toMatchObject({ preheader: '' });
    const tooLong = await save('fr', { ...text, preheader: 'x'.repeat(preheaderLimit + 1) });
    expect(tooLong.problem.errors).toEqual([{ path: 'preheader', messageKey: 'maxLength' }]);
  });

  test('has no address in its preheader, which notifications show', async () => {
    for (const name of ['setPasswordUrl', 'loginUrl']) {
      const { problem } = await save('fr', { subject: 'a', body: '<p>b</p>', preheader: `{{${name}}}` });
      expect([problem.code, problem.errors]).toEqual([
        'message.unknownPlaceholder',
        [{ path: 'preheader', messageKey: 'unknownPlaceholder' }],
      ]);
    }
  });

  test.each(['subject', 'body', 'preheader'])(
    'with an unknown placeholder in the %s is refused by its name, and nothing is saved',
    async (field) => {
      const before = await read('fr');
      const { status, problem } = await save('fr', {
        subject: 'a',
        body: '<p>b</p>',
        [field]: 'x {{prenom}}',
      });
      expect(status).toBe(400);
      expect(problem).toMatchObject({
        code: 'message.unknownPlaceholder',
        params: { name: 'prenom' },
        errors: [{ path: field, messageKey: 'unknownPlaceholder' }],
      });
      expect(problem.detail).toContain('prenom');
      expect(await read('fr')).toEqual(before);
    },
  );

  test('that is too long is refused', async () => {
    const { problem } = await save('fr', { subject: 'a'.repeat(301), body: '' });
    expect(problem.errors).toEqual([{ path: 'subject', messageKey: 'maxLength' }]);
  });
});

describe('the text for a mailing', () => {
  test.each([
    ['', '<p>b</p>'],
    ['a', '<p>\u00a0</p>'],
  ])('is that of the other language if it has only subject %j and body %j', async (subject, body) => {
    const { read: db } = portal.context.database;
    await save('fr', { subject, body });
    expect(await gapOf(3)).toBe('emptyFr');
    expect(await getMessageForMailing(db, { systemId: 3, kind: 'invitation', language: 'fr' })).toMatchObject(
      {
        language: 'en',
        subject: 'Exam notice: {{examTitle}} ({{systemTitle}})',
      },
    );
  });

  test('is null if both are empty', async () => {
    const { read: db } = portal.context.database;
    await save('fr', { subject: '', body: '' });
    await save('en', { subject: '', body: '' });
    expect(await getMessageForMailing(db, { systemId: 3, kind: 'invitation', language: 'fr' })).toBeNull();
    expect(await gapOf(3)).toBe('emptyBoth');
  });
});
