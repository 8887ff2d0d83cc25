import { checkAccess, listEntrances } from '@guichet/contract/identity/access';
import { chooseFirstPassword } from '@guichet/contract/identity/account';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { logout } from '@guichet/contract/identity/sessions';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/portal.ts';
import { type Made, readLink, usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();
const given = 'Nouveau#Volet1';
const chosen = 'Choisi#Volet22';
const none = { newPassword: null, confirmNewPassword: null };
const passwords = { newPassword: given, confirmNewPassword: given };
let people = 0;

async function create(more: object = {}, who?: Caller): Promise<Made> {
  const admin = who ?? (await desk.portal.as('admin', 3));
  const email = `nouvelle${++people}@etu.example.ca`;
  const person = { userName: email, firstName: 'Noé', lastName: 'Où', roleList: ['Support - DC'] };
  const body = { ...person, ...passwords, sendEmail: true, ...more };
  expect((await admin.call(createUser, { body: body as never })).status).toBe(200);
  const { read } = desk.portal.context.database;
  const users = read.selectFrom('users').select('id').where('email_key', '=', email);
  return { email, userId: (await users.executeTakeFirstOrThrow()).id };
}

const giveAnother = async (userId: number, more: object = {}) => {
  const admin = await desk.portal.as('admin', 3);
  const body = { userId, newPassword: 'Encore#Volet33', confirmNewPassword: 'Encore#Volet33', ...more };
  expect((await admin.call(updatePassword, { body: body as never })).status).toBe(200);
};
const mailTo = async (email: string) => (await desk.mailsTo(email))[0];
const linkTo = async (email: string) => readLink((await desk.linksTo(email))[0]);

describe('the mail of a new account', () => {
  it('S7.15 has a link to set a password, and no password, whatever was typed', async () => {
    for (const [languageId, emailbody] of [
      [1, null],
      [2, null],
      [1, `Bonjour {{firstName}}\nMot de passe : ${given}`],
      [2, '<p>Welcome</p><p>{{setPasswordUrl}}</p>'],
    ] as const) {
      const { email } = await create({ languageId, emailbody });
      const mail = await mailTo(email);
      expect(mail?.text.match(/\/reset-password\?t=/g)).toHaveLength(1);
      expect(mail?.text.match(/\/confirm-email\?t=/g)).toHaveLength(1);
      expect(mail?.html).toMatch(/<a class="button" href="[^"]+\/reset-password\?t=[^"]+lang=(fr|en)/);
      expect(`${mail?.text} ${mail?.html}`).not.toContain(given);
      expect(mail?.text).not.toContain('{{');
    }
  });

  it('leads to a password of the person’s own where none was given, and nobody counts as having set one', async () => {
    const { email, userId } = await create({ ...none, emailtitle: 'Bienvenue' });
    expect(await mailTo(email)).toMatchObject({ subject: 'Bienvenue' });
    const { read } = desk.portal.context.database;
    expect(await desk.accountOf({ email, userId })).toMatchObject({
      password_hash: null,
      password_given_by: null,
    });
    const handovers = read.selectFrom('account_handovers').selectAll().where('user_id', '=', userId);
    expect(await handovers.execute()).toEqual([]);
    expect(await desk.reset(await linkTo(email), chosen)).toBe(true);
    expect(await desk.canSignIn(email, chosen)).toBe(true);
  });

  it('S5.2 S5.9 has to be sent for that; otherwise an empty password is refused, and a typed one keeps the rule', async () => {
    const admin = await desk.portal.as('admin', 3);
    const person = { userName: 'vide@etu.example.ca', firstName: 'Noé', lastName: 'Où', roleList: ['DC'] };
    const faultsOf = async (more: object) =>
      (await admin.call(createUser, { body: { ...person, ...more } as never })).problem.errors?.map(
        ({ path, messageKey }) => `${path} ${messageKey}`,
      );
    const empty = { newPassword: '', confirmNewPassword: '' };
    const required = ['newPassword required'];
    expect(await faultsOf({ ...empty, sendEmail: true })).toEqual(required);
    expect(await faultsOf({ ...none, sendEmail: false })).toEqual(required);
    const half = { sendEmail: true, newPassword: 'court', confirmNewPassword: null };
    expect(await faultsOf(half)).toEqual([
      'newPassword requiredWithLenght',
      'newPassword hasNumber',
      'newPassword hasCapitalCase',
      'newPassword hasSpecialCharacters',
    ]);
  });

  it('of one administrator to another has the link once, where it was written, in the portal’s words', async () => {
    for (const [languageId, emailbody, start] of [
      [1, 'Choisissez :\n{{setPasswordUrl}}\nUne fois.\n{{loginUrl}}', 'Choisissez :'],
      [1, '<p>Voici <a href="{{setPasswordUrl}}"><b>le</b> plan</a>.</p><p>Merci.</p>', 'Voici'],
    ] as const) {
      const { email } = await create({ roleList: ['Admin - DC'], languageId, emailbody });
      const { text = '' } = (await mailTo(email)) ?? {};
      expect(text.replace(/\s+/g, ' ')).toMatch(
        new RegExp(`^${start} Choisir mon mot de passe <[^ ]+/reset-password`),
      );
      expect(text.match(/\/reset-password\?t=/g)).toHaveLength(1);
      expect(text.match(/\/login\?/g) ?? []).toHaveLength(emailbody.includes('loginUrl') ? 1 : 0);
      expect(text).not.toContain('plan');
    }
    const labelled = '<p><a href="{{setPasswordUrl}}">Le plan</a></p>';
    const by = await desk.portal.superAdmin();
    const other = await create({ roleList: ['Admin - DC'], emailbody: labelled }, by);
    expect((await mailTo(other.email))?.text).toMatch(/^Le plan <\S+\/reset-password/);
  });

  it('is refused with the placeholder of a password that is not sent, and nobody is created', async () => {
    const admin = await desk.portal.as('admin', 3);
    const person = { userName: 'sans@etu.example.ca', firstName: 'Noé', lastName: 'Où', roleList: ['DC'] };
    const body = { ...person, ...passwords, sendEmail: true, emailbody: 'Clé : {{newPassword}}' };
    const { problem } = await admin.call(createUser, { body: body as never });
    expect(problem.errors).toEqual([{ path: 'emailbody', messageKey: 'unknownPlaceholder' }]);
    expect(await desk.mailsTo('sans@etu.example.ca')).toEqual([]);
  });

  it('its link sets the password, confirms the address, and is reported as used afterwards', async () => {
    const zoe = await create();
    const link = await linkTo(zoe.email);
    desk.portal.context.clock.advance(29 * 24 * 60 * 60);
    expect(await desk.verify(link)).toBe(true);
    expect(await desk.reset(link, chosen)).toBe(true);
    expect([await desk.canSignIn(zoe.email, chosen), await desk.canSignIn(zoe.email, given)]).toEqual([
      true,
      false,
    ]);
    expect(await desk.accountOf(zoe)).toMatchObject({ must_choose_password_since: null });
    expect((await desk.accountOf(zoe)).email_confirmed_at).not.toBeNull();
    expect([await desk.verify(link), await desk.reset(link), await desk.stateOf(link)]).toEqual([
      false,
      false,
      'used',
    ]);
  });

  it('its link is over after thirty days, as the mail says', async () => {
    const { email } = await create();
    const link = await linkTo(email);
    expect((await mailTo(email))?.text).toMatch(/ne fonctionne\s+qu’une fois, pendant 30 jours/);
    desk.portal.context.clock.advance(30 * 24 * 60 * 60);
    expect([await desk.verify(link), await desk.stateOf(link)]).toEqual([false, 'over']);
  });

  it('its link is over once the person has chosen a password otherwise, and another password does not revive it', async () => {
    const zoe = await create();
    const link = await linkTo(zoe.email);
    const caller = await desk.portal.signIn(zoe.email, given);
    const body = { newPassword: chosen, confirmNewPassword: chosen };
    expect((await caller.call(chooseFirstPassword, { body })).reply).toBe(true);
    expect([await desk.verify(link), await desk.stateOf(link)]).toEqual([false, 'used']);
    desk.portal.context.clock.advance(60);
    await giveAnother(zoe.userId);
    expect([await desk.verify(link), await desk.stateOf(link)]).toEqual([false, 'over']);
  });

  it('of a changed password holds a link too, where the password is not to be sent', async () => {
    const zoe = await create({ sendEmail: false });
    desk.portal.context.clock.advance(60);
    await giveAnother(zoe.userId, { sendEmail: true, sendPassword: false, languageId: 2 });
    const mail = await mailTo(zoe.email);
    expect(mail?.text).toContain('/reset-password?t=');
    expect(mail?.text).not.toContain('Encore#Volet33');
    expect(await desk.reset(await linkTo(zoe.email), chosen)).toBe(true);
  });
});

describe('a password that was mailed', () => {
  const due = 'account.passwordDue';

  it('must be replaced before anything else at the first sign-in', async () => {
    const zoe = await create({ sendEmail: false });
    desk.portal.context.clock.advance(60);
    await giveAnother(zoe.userId, { sendEmail: true });
    expect((await mailTo(zoe.email))?.text).toContain('Encore#Volet33');
    desk.portal.context.clock.advance(1);
    const caller = await desk.portal.signIn(zoe.email, 'Encore#Volet33');
    const access = { body: { systemId: 3, accessLevel: 'support' as const } };
    expect((await caller.call(listEntrances)).problem.code).toBe(due);
    expect((await caller.call(checkAccess, access)).problem.code).toBe(due);
    const body = { newPassword: chosen, confirmNewPassword: chosen };
    expect((await caller.call(chooseFirstPassword, { body })).reply).toBe(true);
    desk.portal.context.clock.advance(1);
    const again = await desk.portal.signIn(zoe.email, chosen);
    expect((await again.call(checkAccess, access)).reply).toBe(true);
  });

  it('allows only signing out beside that, also after another one was given and mailed', async () => {
    const zoe = await create({ sendEmail: false });
    expect((await (await desk.portal.signIn(zoe.email, given)).call(listEntrances)).status).toBe(200);
    desk.portal.context.clock.advance(60);
    await giveAnother(zoe.userId, { sendEmail: true });
    desk.portal.context.clock.advance(1);
    const caller = await desk.portal.signIn(zoe.email, 'Encore#Volet33');
    expect((await caller.call(listEntrances)).problem.code).toBe(due);
    expect((await caller.call(logout)).reply).toBe(true);
  });

  it('need not be replaced where it was handed over otherwise', async () => {
    const zoe = await create({ sendEmail: false });
    desk.portal.context.clock.advance(60);
    await giveAnother(zoe.userId, { sendEmail: false, sendPassword: true });
    desk.portal.context.clock.advance(1);
    const caller = await desk.portal.signIn(zoe.email, 'Encore#Volet33');
    expect((await caller.call(listEntrances)).status).toBe(200);
  });
});

describe('mails with custom texts', () => {
  it('are limited to ten an hour to one address, whoever writes them; the password of an eleventh is not set', async () => {
    const zoe = await create({ sendEmail: false });
    const set = async (n: number, more: object) => {
      const newPassword = `Encore#Volet${n}x`;
      const body = { userId: zoe.userId, newPassword, confirmNewPassword: newPassword, ...more };
      return (await (await desk.portal.as('admin', 3)).call(updatePassword, { body: body as never })).status;
    };
    for (let n = 10; n < 20; n++) expect(await set(n, { sendEmail: true })).toBe(200);
    expect(await set(20, { sendEmail: true })).toBe(429);
    expect(await desk.canSignIn(zoe.email, 'Encore#Volet19x')).toBe(true);
    expect(await set(21, { sendEmail: false })).toBe(200);
  });

  it('are limited to a hundred an hour per administrator, of all kinds together; other actions go on', async () => {
    const admin = await desk.portal.as('admin', 3);
    const other = await desk.portal.as('admin', 3);
    const zoe = await create({ sendEmail: false }, other);
    const { context } = desk.portal;
    await context.database.transact((tx) =>
      tx
        .insertInto('rate_limits')
        .values({
          key: `ownMail|${admin.userId}`,
          count: 99,
          since: context.clock.now(),
          blocked_until: null,
        })
        .execute(),
    );
    await create({}, admin);
    const body = { userId: zoe.userId, newPassword: chosen, confirmNewPassword: chosen, sendEmail: true };
    const refused = await admin.call(updatePassword, { body: body as never });
    expect([refused.status, refused.problem.code]).toEqual([429, 'request.tooMany']);
    expect(await desk.canSignIn(zoe.email, given)).toBe(true);
    expect(await desk.mailsTo(zoe.email)).toEqual([]);
    await create({ sendEmail: false }, admin);
    await create({}, other);
    context.clock.advance(60 * 60);
    await create({}, await desk.portal.as('admin', 3));
  });
});
