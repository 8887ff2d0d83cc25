import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { createUser } from '@guichet/contract/identity/account.given';
import { getMessage, saveMessage } from '@guichet/contract/mail/messages';
import { restoreMessage } from '@guichet/contract/mail/messages.versions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const of = { systemId: 3, languageId: 'fr' } as const;
const good = { subject: 'a', body: '<p>b</p>' };
const evil = 'https://evil.example/?u=';
const wrapped: [string, string][] = [
  ['text', `<p>${evil}{{setPasswordUrl}}</p>`],
  ['text with entities for braces', `<p>${evil}&#123;&#x7b;setPasswordUrl}}</p>`],
  ['text with blanks inside', `<p>${evil}{{ &nbsp;<b>setPassword</b>Url }}</p>`],
  ['text cut by formatting', `<p>${evil}{<i></i>{setPasswordUrl}}</p>`],
  ['a link that ends inside it', '<p><a href="https://evil.example/">Voir {{set</a>PasswordUrl}}</p>'],
  ['a soft hyphen', `<p>${evil}&shy;{{setPasswordUrl}}</p>`],
  ['a comment, which is removed', `<p>${evil}<!-- a -->{{setPasswordUrl}}</p>`],
  ['a picture, which is removed', `<p>${evil}<img src="x">{{setPasswordUrl}}</p>`],
  ['an item without a list', `<li>${evil}</li><li>{{setPasswordUrl}}</li>`],
  ['an address', `<p><a href="${evil}%7B%7BsetPasswordUrl%7D%7D">Choisir</a></p>`],
];

it.each(wrapped)(
  'a secret in %s is refused by its name, at save and in the preview, in every message',
  async (_where, body) => {
    for (const kind of ['invitation', 'reminder'] as const) {
      const before = (await admin.call(getMessage, { params: of, query: { kind } })).reply;
      const answers = [
        await admin.call(saveMessage, { params: of, query: { kind }, body: { ...good, body } as never }),
        await admin.call(previewInvitation, {
          params: of,
          query: { kind },
          body: { ...good, body } as never,
        }),
      ];
      for (const { status, problem } of answers)
        expect([status, problem]).toMatchObject([
          400,
          {
            code: 'message.wrappedSecret',
            params: { name: 'setPasswordUrl' },
            errors: [{ path: 'body', messageKey: 'wrappedSecret' }],
          },
        ]);
      expect((await admin.call(getMessage, { params: of, query: { kind } })).reply).toEqual(before);
    }
  },
);

it('one in the subject is refused, and one that stands alone is saved', async () => {
  const subject = `${evil}{{setPasswordUrl}}`;
  const refused = await admin.call(saveMessage, {
    params: of,
    query: {},
    body: { ...good, subject } as never,
  });
  expect(refused.problem.errors).toEqual([{ path: 'subject', messageKey: 'wrappedSecret' }]);
  const body = '<p>Ici : {{setPasswordUrl}}.</p><p><a href="{{setPasswordUrl}}">Choisir</a></p>';
  const { status } = await admin.call(saveMessage, {
    params: of,
    query: {},
    body: { ...good, body } as never,
  });
  expect(status).toBe(200);
});

it('an earlier version that has one is not restored', async () => {
  const { id } = await portal.context.database.transact((tx) =>
    tx
      .updateTable('message_versions')
      .set({ body: wrapped[0]?.[1] ?? '' })
      .where('system_id', '=', 3)
      .where('kind', '=', 'invitation')
      .where('language', '=', 'fr')
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const { problem } = await admin.call(restoreMessage, {
    params: { systemId: 3, versionId: id },
    body: {} as never,
  });
  expect(problem.code).toBe('message.wrappedSecret');
});

it.each(['setPasswordUrl', 'confirmUrl'])(
  '{{%s}} in an address of the mail to a new user is refused, and no account made',
  async (name) => {
    const userName = `${name.toLowerCase()}@etu.example.ca`;
    const passwords = { newPassword: 'Nouveau#Volet1', confirmNewPassword: 'Nouveau#Volet1' };
    const person = {
      userName,
      firstName: 'Noé',
      lastName: 'Où',
      roleList: ['DC'],
      languageId: 'fr' as const,
    };
    const body = { ...person, ...passwords, sendEmail: true, emailbody: `Voir ${evil}{{${name}}}` };
    const { problem } = await admin.call(createUser, { body });
    expect(problem).toMatchObject({ code: 'message.wrappedSecret', params: { name } });
    expect(problem.errors).toEqual([{ path: 'emailbody', messageKey: 'wrappedSecret' }]);
    expect(
      (await admin.call(createUser, { body: { ...body, sendEmail: false, emailbody: null } })).status,
    ).toBe(200);
  },
);
