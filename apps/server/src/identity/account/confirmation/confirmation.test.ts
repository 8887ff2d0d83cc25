import { findLinkState, verifyToken } from '@guichet/contract/identity/account';
import {
  confirmAddress,
  confirmEmail,
  confirmOwnAddress,
  findConfirmation,
} from '@guichet/contract/identity/account.confirmation';
import { createUser } from '@guichet/contract/identity/account.given';
import { askOwnAddress } from '@guichet/contract/identity/account.own';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { correctUser } from '@guichet/contract/identity/users.changes';
import { describe, expect, it } from 'vitest';
import { type Caller, madePassword } from '../../../../test/portal.ts';
import { takeSnapshot } from '../../../../test/rights/snapshot.ts';
import { testAdmin } from '../../../../test/testApp.ts';
import { linesAbout, readUserRow } from '../../users/fixtures/people.ts';
import { first, usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();
let count = 0;
const freshAddress = () => `neuve${++count}@universite.example.ca`;

async function linkTo(email: string) {
  const mails = await desk.mailsTo(email);
  const text = mails.find((mail) => mail.recipient === email && mail.text.includes('confirm-email'))?.text;
  const url = new URL(/<(\S+confirm-email\S+)>/.exec(text ?? '')?.[1] ?? 'x:');
  return { userName: url.searchParams.get('u') ?? '', token: url.searchParams.get('t') ?? '' };
}
type Link = Awaited<ReturnType<typeof linkTo>>;

/** A person who has signed in, and whose address an administrator then corrects. */
async function corrected() {
  const person = await desk.makePerson();
  const session = await desk.portal.signIn(person.email, first);
  const admin = await desk.portal.as('admin', 3);
  const email = freshAddress();
  const names = { firstName: 'Zoé', lastName: 'Côté', languageId: 'fr', newsLetter: false } as const;
  await admin.call(correctUser, { body: { id: person.userId, ...names, email } });
  return { ...person, session, newEmail: email, link: await linkTo(email) };
}

async function ofOwn() {
  const session = await desk.portal.as('admin', 3);
  const email = freshAddress();
  await session.call(askOwnAddress, { body: { email, proof: { password: madePassword } } });
  return { session, userId: session.userId, newEmail: email, link: await linkTo(email) };
}

async function ofNewAccount() {
  const admin = await desk.portal.as('admin', 3);
  const userName = freshAddress();
  const password = { newPassword: 'Donne#Volet27x', confirmNewPassword: 'Donne#Volet27x' };
  const person = {
    userName,
    firstName: 'Zoé',
    lastName: 'Côté',
    roleList: ['DC'],
  };
  await admin.call(createUser, { body: { ...person, ...password, languageId: 'fr', sendEmail: true } });
  return { newEmail: userName, link: await linkTo(userName) };
}

const stateOf = async (body: Link) => (await desk.portal.nobody.call(findConfirmation, { body })).reply;
const check = async ({ userName: u, token: t }: Link) =>
  (await desk.portal.nobody.call(confirmEmail, { query: { u, t } })).reply;
const press = async (body: Link & { password?: string }) => {
  const { status, reply } = await desk.portal.nobody.call(confirmAddress, { body });
  return [status, reply.outcome];
};
const pressSignedIn = async (who: Caller, body: Link) => {
  const { status, reply, problem } = await who.call(confirmOwnAddress, { body });
  return [status, status === 200 || reply?.outcome ? reply.outcome : problem.code];
};

describe('a program that opens the link', () => {
  it.each([
    ['of a new account', ofNewAccount],
    ['to a corrected address', corrected],
    ['to an address of her own choice', ofOwn],
  ])('%s changes no row, whatever it asks of it', async (_name, make) => {
    const { link } = await make();
    const before = await takeSnapshot(desk.portal.context.database.read);
    const { portal } = desk;
    expect([await check(link), await check(link)]).toEqual([true, true]);
    expect(await stateOf(link)).toMatchObject({ state: 'good' });
    await portal.nobody.call(verifyToken, { body: link });
    await portal.nobody.call(findLinkState, { body: link });
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      const query = new URLSearchParams({ u: link.userName, t: link.token });
      await portal.app.inject({ method, url: `/api/account/confirmemail?${query}` });
      await portal.app.inject({ method, url: `/confirm-email?${query}` });
    }
    expect(await takeSnapshot(desk.portal.context.database.read)).toEqual(before);
  });
});

describe('a new address', () => {
  it.each([
    ['corrected by her program', corrected],
    ['of her own choice', ofOwn],
  ])('%s needs the password of an account that has one', async (_name, make) => {
    const { link, newEmail, userId } = await make();
    const password = make === corrected ? first : madePassword;
    expect(await stateOf(link)).toEqual({ state: 'good', isNewAddress: true, needsPassword: true });
    expect(await press(link)).toEqual([403, 'passwordNeeded']);
    expect(await press({ ...link, password: 'Faux#Mot1' })).toEqual([403, 'wrongPassword']);
    expect((await readUserRow(desk.portal, userId))?.email).not.toBe(newEmail);
    expect(await press({ ...link, password })).toEqual([200, 'confirmed']);
    expect(await press(link)).toEqual([200, 'confirmed']);
    expect(await stateOf(link)).toMatchObject({ state: 'done', needsPassword: false });
    expect((await readUserRow(desk.portal, userId))?.email).toBe(newEmail);
    const moved = (await linesAbout(desk.portal, userId)).filter(
      ({ action }) => action === 'account.addressChanged',
    );
    expect(moved).toMatchObject([{ actorId: userId }]);
  });

  it('takes ten wrong passwords an hour, which leave their own proofs alone', async () => {
    const { link, session } = await ofOwn();
    for (let n = 0; n < 10; n++) await press({ ...link, password: 'Faux#Mot1' });
    const { status } = await desk.portal.nobody.call(confirmAddress, {
      body: { ...link, password: madePassword },
    });
    expect(status).toBe(429);
    const again = { email: freshAddress(), proof: { password: madePassword } };
    expect((await session.call(askOwnAddress, { body: again })).reply).toEqual({ outcome: 'asked' });
  });

  it('needs no password in a session of that account, and no other session will do', async () => {
    const { link, session, userId, newEmail } = await corrected();
    const other = await desk.portal.as('admin', 3);
    expect(await pressSignedIn(other, link)).toEqual([403, 'otherAccount']);
    const superAdmin = await desk.portal.superAdmin();
    const acting = await superAdmin.call(impersonate, {
      params: { id: userId },
      body: { reason: 'Demande 4711', password: testAdmin.password },
    });
    if (acting.reply.outcome !== 'started') throw new Error(acting.raw);
    const headers = { authorization: `Bearer ${acting.reply.accessToken}` };
    const impersonating = await desk.portal.nobody.call(confirmOwnAddress, { body: link, headers });
    expect([impersonating.status, impersonating.problem.code]).toEqual([403, 'session.impersonating']);
    expect((await desk.portal.nobody.call(confirmOwnAddress, { body: link })).status).toBe(401);
    expect(await pressSignedIn(session, { ...link, token: `${link.token}x` })).toEqual([200, 'over']);
    expect(await pressSignedIn(session, link)).toEqual([200, 'confirmed']);
    expect((await readUserRow(desk.portal, userId))?.email).toBe(newEmail);
  });

  it('of an account without a password needs the press alone', async () => {
    const { link, userId, newEmail } = await corrected();
    await desk.portal.context.database.transact((tx) =>
      tx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute(),
    );
    expect(await stateOf(link)).toEqual({ state: 'good', isNewAddress: true, needsPassword: false });
    expect(await press(link)).toEqual([200, 'confirmed']);
    expect((await readUserRow(desk.portal, userId))?.email).toBe(newEmail);
  });

  it('pressed twice at the same moment is taken once', async () => {
    const { link, userId } = await ofOwn();
    const answers = await Promise.all([1, 2, 3].map(() => press({ ...link, password: madePassword })));
    expect(answers).toContainEqual([200, 'confirmed']);
    const moved = (await linesAbout(desk.portal, userId)).filter(
      ({ action }) => action === 'account.addressChanged',
    );
    expect(moved).toHaveLength(1);
  });
});

it('the address that a new account has already needs the press alone', async () => {
  const { link, newEmail } = await ofNewAccount();
  expect(await stateOf(link)).toEqual({ state: 'good', isNewAddress: false, needsPassword: false });
  expect(await press(link)).toEqual([200, 'confirmed']);
  expect(await stateOf(link)).toMatchObject({ state: 'done' });
  expect(await stateOf({ ...link, userName: 'autre@etu.example.ca' })).toMatchObject({ state: 'over' });
  expect(newEmail).toBe(link.userName);
});
