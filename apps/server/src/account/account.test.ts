import { listEntrances } from '@guichet/contract/access';
import {
  changePassword,
  chooseFirstPassword,
  forgotPassword,
  resetPassword,
  unknownEmail,
  verifyToken,
} from '@guichet/contract/account';
import { getMail, listMails } from '@guichet/contract/outbox';
import { login } from '@guichet/contract/sessions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { machineGrant } from '../access/access.service.ts';
import { record, write } from '../audit/audit.service.ts';
import { mailToken } from '../outbox/mailTokens.ts';
import { createAccount } from '../users/users.service.ts';

let portal: TestPortal;
let superAdmin: Caller;

beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

const first = 'Cle-Sure#1';
const second = 'Autre-Cle#2';
let people = 0;

/** A person with or without a password, in system 3. */
async function makePerson(more: { passwordHash?: string | null; mustChoose?: boolean } = {}) {
  const { house } = portal;
  const email = `zoe${++people}@etu.example.ca`;
  const { passwordHash = await house.hashing.hash(first), mustChoose = false } = more;
  const userId = await write(house, machineGrant('test'), async (tx) => {
    const roles = [{ role: 'student' as const, systemId: 3 }];
    const names = { firstName: 'Zoé', lastName: 'Côté', language: 'fr' as const };
    const account = { email, ...names, passwordHash, mustChoosePassword: mustChoose, roles };
    return record(await createAccount(tx, account, house.clock.now()), {
      action: 'user.created',
      subject: null,
    });
  });
  return { email, userId };
}

const ask = (email: string, more: { systemId?: number; languageId?: 'fr' | 'en'; from?: string } = {}) =>
  portal.nobody.call(forgotPassword, {
    body: { email, systemId: more.systemId ?? 3, languageId: more.languageId ?? 'fr' },
    headers: { 'x-forwarded-for': more.from ?? `10.0.0.${++people}` },
  });

async function linksTo(email: string): Promise<URL[]> {
  const { reply } = await superAdmin.call(listMails, { query: { search: email } });
  const texts = await Promise.all(
    reply.mails.map(
      async ({ id }) => (await superAdmin.call(getMail, { params: { mailId: id } })).reply.text,
    ),
  );
  return texts.map((text) => new URL(/<(\S+reset-password\S+)>/.exec(text)?.[1] ?? ''));
}

const linkOf = (url: URL | undefined) => ({
  token: url?.searchParams.get('t') ?? '',
  userName: url?.searchParams.get('u') ?? '',
});

function firstPasswordLink(
  { email, userId }: { email: string; userId: number },
  expiresAt = '2027-02-10T00:00:00Z',
) {
  const key = portal.house.keys.derive('mailTokens');
  const claims = {
    purpose: 'firstPassword',
    subject: String(userId),
    expiresAt: new Date(expiresAt),
  } as const;
  return { token: mailToken(key, claims), userName: email };
}

const verify = async (body: { token: string; userName: string }) =>
  (await portal.nobody.call(verifyToken, { body })).reply;
const reset = async (link: { token: string; userName: string }, newPassword = second) =>
  (
    await portal.nobody.call(resetPassword, {
      body: { ...link, newPassword, confirmNewPassword: newPassword },
    })
  ).reply;
const canSignIn = async (email: string, password: string) =>
  (
    await portal.nobody.call(login, {
      body: { username: email, password },
      headers: { 'x-forwarded-for': `10.9.0.${++people}` },
    })
  ).reply.success;
const auditOf = (action: string, userId: number) =>
  portal.house.database.read
    .selectFrom('audit_lines')
    .selectAll()
    .where('action', '=', action)
    .where('subject', '=', `user:${userId}`)
    .execute();

describe('asking for a link', () => {
  test('S7.7 answers 0 for a known address and queues one mail, 1002 for an unknown one and queues none', async () => {
    const { email, userId } = await makePerson();
    expect((await ask(` ${email.toUpperCase()} `)).reply).toBe(0);
    expect(await linksTo(email)).toHaveLength(1);
    expect((await ask('personne@etu.example.ca')).reply).toBe(unknownEmail);
    expect((await superAdmin.call(listMails, { query: { search: 'personne@' } })).reply.totalItems).toBe(0);
    expect(await auditOf('account.resetAsked', userId)).toHaveLength(1);
  });

  test('S7.8 mails the link /reset-password with t, u, lang and systemId, in the language asked for', async () => {
    const { email } = await makePerson();
    await ask(email, { systemId: 5, languageId: 'en' });
    const [url] = await linksTo(email);
    expect(url?.pathname).toBe('/reset-password');
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      u: email,
      lang: 'en',
      systemId: '5',
    });
    const { reply } = await superAdmin.call(listMails, { query: { search: email } });
    expect(reply.mails[0]).toMatchObject({ language: 'en', subject: 'Your new password', systemId: null });
  });

  test('S5.18 wants an e-mail address', async () => {
    for (const [email, messageKey] of [
      ['', 'required'],
      ['zoe', 'email'],
    ] as const)
      expect((await ask(email)).problem.errors).toContainEqual({ path: 'email', messageKey });
  });

  test('for a system that does not exist leads to the portal without one', async () => {
    const { email } = await makePerson();
    await ask(email, { systemId: 99 });
    expect((await linksTo(email))[0]?.searchParams.has('systemId')).toBe(false);
  });

  test('for a deactivated account is answered like any other, and nothing is sent', async () => {
    const { email, userId } = await makePerson();
    await portal.house.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ deactivated_at: portal.house.clock.now() })
        .where('id', '=', userId)
        .execute(),
    );
    expect((await ask(email)).reply).toBe(0);
    expect(await linksTo(email)).toEqual([]);
  });

  test('with CONCEAL_ACCOUNTS answers 0 for an unknown address too', async () => {
    const concealing = await openTestPortal({ CONCEAL_ACCOUNTS: 'true' });
    const { reply } = await concealing.nobody.call(forgotPassword, {
      body: { email: 'x@y.ca', languageId: 'fr' },
    });
    expect(reply).toBe(0);
    await concealing.close();
  });

  test('more than three times an hour for one address is refused, known or not, until the hour is over', async () => {
    const { email } = await makePerson();
    for (const address of [email, 'inconnue@etu.example.ca']) {
      for (let times = 0; times < 3; times++) expect((await ask(address)).status).toBe(200);
      const refused = await ask(address.toUpperCase());
      expect([refused.status, refused.problem.code]).toEqual([429, 'request.tooMany']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    }
    expect(await linksTo(email)).toHaveLength(3);
    portal.house.clock.pass(3601);
    superAdmin = await portal.superAdmin();
    expect((await ask(email)).status).toBe(200);
  });

  test('more than ten times a minute from one place is refused', async () => {
    const from = '10.8.8.8';
    for (let times = 0; times < 10; times++) expect((await ask(`x${times}@y.ca`, { from })).status).toBe(200);
    const refused = await ask('x11@y.ca', { from });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});

describe('a link to a new password', () => {
  test('S7.9 S7.6 S4.16 is good until it is used: verifying does not use it up, the new password signs in, the old one does not', async () => {
    const { email, userId } = await makePerson();
    await ask(email);
    const link = linkOf((await linksTo(email))[0]);
    expect([await verify(link), await verify(link)]).toEqual([true, true]);
    expect(await reset(link)).toBe(true);
    expect([await canSignIn(email, second), await canSignIn(email, first)]).toEqual([true, false]);
    expect(await auditOf('account.passwordReset', userId)).toMatchObject([
      { actor_id: userId, actor_name: 'Zoé Côté' },
    ]);
  });

  test('S4.17 works once, and spends every other link to the same person', async () => {
    const { email } = await makePerson();
    await ask(email);
    await ask(email);
    const [one, two] = (await linksTo(email)).map(linkOf);
    if (!one || !two) throw new Error('two links expected');
    expect(await reset(one)).toBe(true);
    expect([await verify(one), await reset(one, 'Troisieme#3'), await reset(two, 'Troisieme#3')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await canSignIn(email, second)).toBe(true);
  });

  test('S4.17 works once when it is used twice at the same moment', async () => {
    const { email } = await makePerson();
    await ask(email);
    const link = linkOf((await linksTo(email))[0]);
    const answers = await Promise.all([
      reset(link, 'Une#Cle-1a'),
      reset(link, 'Une#Cle-2a'),
      reset(link, 'Une#Cle-3a'),
    ]);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('is over after 60 minutes', async () => {
    const { email } = await makePerson();
    await ask(email);
    const link = linkOf((await linksTo(email))[0]);
    portal.house.clock.pass(3599);
    expect(await verify(link)).toBe(true);
    portal.house.clock.pass(1);
    expect([await verify(link), await reset(link)]).toEqual([false, false]);
    superAdmin = await portal.superAdmin();
  });

  test('S7.6 is not good for another person, changed, or nonsense', async () => {
    const [zoe, other] = [await makePerson(), await makePerson()];
    await ask(zoe.email);
    const link = linkOf((await linksTo(zoe.email))[0]);
    for (const bad of [
      { ...link, userName: other.email },
      { ...link, userName: '' },
      { ...link, token: link.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
      { ...link, token: '' },
      { ...link, token: firstPasswordLink(zoe).token },
    ])
      expect([await verify(bad), await reset(bad)]).toEqual([false, false]);
    expect(await verify({ ...link, userName: ` ${zoe.email.toUpperCase()}` })).toBe(true);
  });

  test('S5.10 does not take a password against the rule, and is not used up by it', async () => {
    const { email } = await makePerson();
    await ask(email);
    const link = linkOf((await linksTo(email))[0]);
    const body = { ...link, newPassword: 'court', confirmNewPassword: 'autre' };
    const { status, problem } = await portal.nobody.call(resetPassword, { body });
    expect(status).toBe(400);
    expect(problem.errors).toContainEqual({ path: 'newPassword', messageKey: 'requiredWithLenght' });
    expect(problem.errors).toContainEqual({ path: 'newPassword', messageKey: 'hasNumber' });
    expect(await verify(link)).toBe(true);
  });

  test('ends every session of the person at once', async () => {
    const { email } = await makePerson();
    const zoe = await portal.signIn(email, first);
    expect((await zoe.call(listEntrances)).status).toBe(200);
    await ask(email);
    await reset(linkOf((await linksTo(email))[0]));
    expect((await zoe.call(listEntrances)).status).toBe(401);
  });
});

describe('a link to a first password', () => {
  test('works until there is a password, and not after', async () => {
    const zoe = await makePerson({ passwordHash: null, mustChoose: true });
    const link = firstPasswordLink(zoe);
    expect(await verify(link)).toBe(true);
    expect(await reset(link)).toBe(true);
    expect(await canSignIn(zoe.email, second)).toBe(true);
    expect([await verify(link), await reset(link, 'Troisieme#3')]).toEqual([false, false]);
    const account = await portal.house.database.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', zoe.userId)
      .executeTakeFirstOrThrow();
    expect(account.must_choose_password_since).toBeNull();
  });

  test('works once when it is used twice at the same moment', async () => {
    const zoe = await makePerson({ passwordHash: null });
    const link = firstPasswordLink(zoe);
    const answers = await Promise.all([reset(link, 'Une#Cle-1a'), reset(link, 'Une#Cle-2a')]);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('is over when it says so, and is nothing for an account that is deactivated or gone', async () => {
    const zoe = await makePerson({ passwordHash: null });
    expect(await verify(firstPasswordLink(zoe, '2027-01-01T00:00:00Z'))).toBe(false);
    expect(await verify(firstPasswordLink({ ...zoe, userId: 999_999 }))).toBe(false);
    await portal.house.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ deactivated_at: portal.house.clock.now() })
        .where('id', '=', zoe.userId)
        .execute(),
    );
    expect(await verify(firstPasswordLink(zoe))).toBe(false);
  });
});

describe('changing a password', () => {
  const change = (caller: Caller, currentPassword: string, newPassword = second) =>
    caller.call(changePassword, { body: { currentPassword, newPassword, confirmNewPassword: newPassword } });

  test('wants the current one, ends every session, and is in the trail', async () => {
    const { email, userId } = await makePerson();
    const zoe = await portal.signIn(email, first);
    expect((await change(zoe, 'Faux-Mot#1')).reply).toBe(false);
    expect((await change(zoe, first)).reply).toBe(true);
    expect((await zoe.call(listEntrances)).status).toBe(401);
    expect([await canSignIn(email, second), await canSignIn(email, first)]).toEqual([true, false]);
    expect(await auditOf('account.passwordChanged', userId)).toHaveLength(1);
  });

  test('by guessing the current one is stopped after ten tries', async () => {
    const { email } = await makePerson();
    const zoe = await portal.signIn(email, first);
    for (let tries = 0; tries < 10; tries++) expect((await change(zoe, 'Faux-Mot#1')).status).toBe(200);
    expect((await change(zoe, first)).status).toBe(429);
  });

  test('is refused to who is signed out', async () => {
    expect((await change(portal.nobody, first)).status).toBe(401);
  });
});

describe('choosing a first password in place of a temporary one', () => {
  const choose = (caller: Caller, newPassword = second) =>
    caller.call(chooseFirstPassword, { body: { newPassword, confirmNewPassword: newPassword } });

  test('works while the account is marked so, and only then', async () => {
    const marked = await makePerson({ mustChoose: true });
    const zoe = await portal.signIn(marked.email, first);
    expect((await choose(zoe)).reply).toBe(true);
    portal.house.clock.pass(1);
    expect(await canSignIn(marked.email, second)).toBe(true);
    const again = await choose(await portal.signIn(marked.email, second), 'Troisieme#3');
    expect([again.status, again.problem.code]).toEqual([403, 'account.passwordAlreadyChosen']);
  });

  test('is refused to who is signed out', async () => {
    expect((await choose(portal.nobody)).status).toBe(401);
  });
});
