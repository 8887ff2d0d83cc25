import { createUser } from '@guichet/contract/identity/account.given';
import { correctUser } from '@guichet/contract/identity/users.changes';
import { getMail, listMails, listRetryable, retryMail, retryMails } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';
import { storeReport } from '../../../mail/outbox/returnPath/returnPath.queries.ts';
import { type Made, readLink, usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();
const given = 'Nouveau#Volet1';
const chosen = 'Choisi#Volet22';
const words = 'Bonjour {{firstName}}, bienvenue au comptoir.';
let people = 0;
let admin: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  admin = await desk.portal.as('admin', 3);
  superAdmin = await desk.portal.superAdmin();
});

const mailsTo = async (email: string) =>
  (await desk.mailsTo(email)).filter(
    ({ recipient, subject }) => recipient === email && subject.startsWith('Votre compte est prêt'),
  );
const linkIn = (text = '') => readLink(new URL(/<(\S+reset-password\S+)>/.exec(text)?.[1] ?? 'x:'));
const retry = (mailId: number, who = admin) => who.call(retryMail, { params: { mailId } });

type State = 'sent' | 'failed' | 'bounced' | 'filed';

/** An account whose mail is in the given state. */
async function create(state: State = 'sent', roleList = ['Support - DC'], who = admin) {
  const email = `nouvelle${++people}@etu.example.ca`;
  const passwords = { newPassword: given, confirmNewPassword: given };
  const person = { userName: email, firstName: 'Noé', lastName: 'Où', roleList, languageId: 'fr' as const };
  const proof = { password: testAdmin.password };
  const body = { ...person, ...passwords, sendEmail: true, emailbody: words, proof };
  expect((await who.call(createUser, { body })).status).toBe(200);
  const { database, clock } = desk.portal.context;
  const { id: userId } = await database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  const [mail] = await mailsTo(email);
  const mailId = mail?.id ?? 0;
  await letGo(mailId, state);
  clock.advance(1);
  return { email, userId, mailId, link: linkIn(mail?.text) };
}

/** Gives a mail the state that it would have after sending. */
async function letGo(mailId: number, state: State): Promise<void> {
  const { database, clock } = desk.portal.context;
  const now = clock.now();
  await database.transact(async (tx) => {
    const set = state === 'failed' ? { state } : { state: 'sent' as const, sent_at: now };
    await tx.updateTable('outgoing_mails').set(set).where('id', '=', mailId).execute();
    if (state === 'filed')
      await tx.updateTable('outgoing_mails').set({ delivery: 'filed' }).where('id', '=', mailId).execute();
    const reason = 'mailboxUnknown: 550 5.1.1 No such user';
    if (state === 'bounced') await storeReport(tx, mailId, { delivery: 'failed', reason }, now);
  });
}

async function correct({ userId }: Made, email: string, who = admin) {
  const names = { firstName: 'Noé', lastName: 'Où', languageId: 'fr', newsLetter: false } as const;
  const { reply, raw } = await who.call(correctUser, { body: { id: userId, ...names, email } });
  if (reply.outcome !== 'corrected') throw new Error(raw);
  return reply.mailIds;
}

describe('the mail of a new account is sent again', () => {
  it.each(['sent', 'failed', 'bounced', 'filed'] as const)(
    'one that was %s: with a link of its own that works, as it was written, and the former link is over',
    async (state) => {
      const noe = await create(state);
      expect(await desk.stateOf(noe.link)).toBe('good');
      expect((await retry(noe.mailId)).reply).toBe(true);
      expect(await desk.stateOf(noe.link)).toBe('over');
      const [again] = await mailsTo(noe.email);
      const inPlace = state === 'failed' || state === 'filed';
      expect([again?.state, again?.id === noe.mailId]).toEqual(['queued', inPlace]);
      expect(again?.text).toContain('Bonjour Noé, bienvenue au comptoir.');
      const fresh = linkIn(again?.text);
      expect(await desk.reset(noe.link, chosen)).toBe(false);
      expect(await desk.reset(fresh, chosen)).toBe(true);
      expect(await desk.canSignIn(noe.email, chosen)).toBe(true);
      const lines = desk.portal.context.database.read
        .selectFrom('audit_lines')
        .select(['action', 'actor_id as actorId', 'system_id as systemId']);
      expect(await lines.where('subject', '=', `mail:${noe.mailId}`).execute()).toContainEqual({
        action: 'mail.retried',
        actorId: admin.userId,
        systemId: 3,
      });
    },
  );

  it('once for each mail; asking again changes nothing of the link that was sent', async () => {
    const { mailId, email } = await create();
    expect((await listedIds({ sent: true })).includes(mailId)).toBe(true);
    expect((await retry(mailId)).reply).toBe(true);
    const [again] = await mailsTo(email);
    desk.portal.context.clock.advance(1);
    expect((await retry(mailId)).problem.code).toBe('mail.notRetryable');
    expect(await desk.stateOf(linkIn(again?.text))).toBe('good');
    expect((await listedIds({ sent: true })).includes(mailId)).toBe(false);
  });
});

const listedIds = async (query: { sent: boolean }) => (await admin.call(listRetryable, { query })).reply;

describe('after its address is corrected', () => {
  it.each(['sent', 'failed', 'bounced', 'filed'] as const)(
    'one that was %s is offered, and goes to the new address',
    async (state) => {
      const noe = await create(state);
      const right = `juste${++people}@etu.example.ca`;
      const mailIds = await correct(noe, right);
      expect(mailIds).toEqual([noe.mailId]);
      const { reply } = await admin.call(retryMails, { body: { mailIds: [...mailIds], alsoSent: false } });
      expect(reply).toEqual({ again: 1, left: 0 });
      const [mail] = await mailsTo(right);
      expect(mail?.text).toContain('Bonjour Noé, bienvenue au comptoir.');
      expect(await desk.stateOf(noe.link)).toBe('over');
      expect(await desk.verify({ ...noe.link, userName: right })).toBe(false);
      expect(await desk.reset(linkIn(mail?.text), chosen)).toBe(true);
      expect(await desk.canSignIn(right, chosen)).toBe(true);
    },
  );

  it('it is not offered where a later one is on its way; it is where the password was chosen at the wrong address, and is void', async () => {
    const waiting = await create('bounced');
    await retry(waiting.mailId);
    // The copy that waits follows the person to the new address by itself.
    expect(await correct(waiting, `suit${++people}@etu.example.ca`)).toEqual([]);
    const ready = await create('sent');
    await desk.reset(ready.link, chosen);
    expect(await correct(ready, `pret${++people}@etu.example.ca`)).toEqual([ready.mailId]);
  });
});

describe('it is refused', () => {
  it('for somebody who has chosen a password, with the offer of another link', async () => {
    const noe = await create('bounced');
    await desk.reset(noe.link, chosen);
    const { problem, status } = await retry(noe.mailId);
    expect([status, problem.code]).toEqual([409, 'mail.passwordChosen']);
    expect(problem.detail).toContain('a déjà choisi son mot de passe');
    expect((await admin.call(retryMails, { body: { mailIds: [noe.mailId] } })).reply).toEqual({
      again: 0,
      left: 1,
    });
    expect(await desk.canSignIn(noe.email, chosen)).toBe(true);
    const sent = await create('sent');
    await desk.reset(sent.link, chosen);
    const read = async (mailId: number) => (await admin.call(getMail, { params: { mailId } })).reply;
    expect(await read(sent.mailId)).toMatchObject({ maySendAgain: false, account: 'passwordChosen' });
    expect(await read((await create()).mailId)).toMatchObject({ maySendAgain: true, account: 'open' });
  });

  it('for an account that is deactivated', async () => {
    const noe = await create();
    await desk.deactivate(noe);
    expect((await retry(noe.mailId)).problem.code).toBe('mail.accountClosed');
    const { reply } = await admin.call(getMail, { params: { mailId: noe.mailId } });
    expect(reply).toMatchObject({ maySendAgain: false, account: 'closed' });
  });

  it('to support, to another system’s administrator, and to who may not correct the person', async () => {
    const noe = await create('failed');
    expect((await retry(noe.mailId, await desk.portal.as('support', 3))).status).toBe(403);
    expect((await retry(noe.mailId, await desk.portal.as('admin', 2))).problem.code).toBe('mail.notFound');
    expect((await retry(noe.mailId, desk.portal.nobody)).status).toBe(401);
    await desk.portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({
          user_id: noe.userId,
          role: 'admin',
          system_id: 2,
          granted_at: desk.portal.context.clock.now(),
        })
        .execute(),
    );
    expect((await retry(noe.mailId)).problem.code).toBe('user.outOfReach');
    expect((await admin.call(retryMails, { body: { mailIds: [noe.mailId] } })).reply.again).toBe(0);
    expect(await desk.stateOf(noe.link)).toBe('good');
    expect((await retry(noe.mailId, superAdmin)).reply).toBe(true);
  });
});

it('the mail of a new super admin belongs to no system: super admins see it in the outbox and in their time line', async () => {
  const { userId, mailId } = await create('bounced', ['Super Admin'], superAdmin);
  const { mails } = (await superAdmin.call(listMails, { query: { unresolved: true } })).reply;
  expect(mails.find(({ id }) => id === mailId)).toMatchObject({
    state: 'bounced',
    lastError: expect.stringContaining('Cette adresse n’existe pas'),
  });
  const events = async () => {
    const { reply } = await superAdmin.call(getPersonHistory, { params: { id: userId } });
    return reply.entries.filter(({ mail }) => mail).map(({ event }) => event);
  };
  expect(await events()).toEqual(['mailBounced', 'mailed']);
  expect((await retry(mailId, superAdmin)).reply).toBe(true);
  expect(await events()).toEqual(['mailed', 'mailBounced', 'mailed']);
});

// This test comes last, since it moves the clock.
it('the address is confirmed within seven days of the new mail', async () => {
  const { mailId, email } = await create('failed');
  const { context } = desk.portal;
  context.clock.advance(9 * 24 * 60 * 60);
  await retry(mailId, await desk.portal.as('admin', 3));
  const row = await context.database.read
    .selectFrom('outgoing_mails')
    .select('variables')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const { confirmLink } = row.variables as unknown as { confirmLink: { expiresAt: string } };
  expect(new Date(confirmLink.expiresAt).getTime() - context.clock.now().getTime()).toBe(7 * 86_400_000);
});
