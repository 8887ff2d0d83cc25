import { listEntrances } from '@guichet/contract/identity/access';
import {
  confirmIdentityLink,
  findProviderSignOut,
  linkOwnIdentity,
  listOwnIdentities,
  listUserIdentities,
  mailIdentityLink,
  unlinkOwnIdentity,
  unlinkUserIdentity,
} from '@guichet/contract/identity/federation';
import { login } from '@guichet/contract/identity/sessions';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { answerSecondFactor } from '@guichet/contract/identity/sessions.secondFactor';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { madePassword, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { PasswordDesk, readLink } from '../account/fixtures/passwordDesk.ts';
import { FactorDesk } from '../factors/fixtures/factorDesk.ts';
import { linesAbout } from '../users/fixtures/people.ts';
import { openUniversity, type University } from './fixtures/university.ts';
import { openVisit, register } from './fixtures/visit.ts';

let portal: TestPortal;
let university: University;
let provider: string;
const desk = new PasswordDesk();
let people = 0;
beforeAll(async () => {
  university = await openUniversity();
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1', REQUIRE_SECOND_FACTOR: 'support' });
  desk.portal = portal;
  provider = await register(portal, university);
});
afterEach(() => university.reset());
afterAll(async () => {
  university.close();
  await portal.close();
});

type Visit = ReturnType<typeof openVisit>;

/** A person here, who is signed in at the university. */
async function meet(role: 'student' | 'support' = 'student', systemId = 3) {
  const sub = `personne-${++people}`;
  const person = await portal.make(role, systemId, { email: `${sub}@universite.test` });
  university.behaviour.claims = { sub, name: `Personne ${people}`, email: person.email };
  return { ...person, sub };
}
type Person = Awaited<ReturnType<typeof meet>>;

async function matchOf(visit: Visit): Promise<string> {
  const met = await visit.visit(provider);
  if (met.outcome !== 'unmatched') throw new Error(JSON.stringify(met));
  return met.match;
}

/** Signs in with the password right after the match, and joins; the clock makes the session newer. */
async function link(visit: Visit, person: Person, match: string) {
  const caller = await portal.signIn(person.email, madePassword);
  return caller.call(linkOwnIdentity, { params: { match }, headers: visit.headers() });
}

async function linked() {
  const person = await meet();
  const visit = openVisit(portal);
  expect((await link(visit, person, await matchOf(visit))).reply).toBe(true);
  return { ...person, visit };
}

/** Somebody with a role that requires a second factor, joined by a mail to the account at this provider. */
async function linkedStaff(of: string, at: University) {
  const staff = await meet('support');
  at.behaviour.claims = { sub: staff.sub, email: staff.email };
  const visit = openVisit(portal);
  const met = await visit.visit(of);
  await visit.call(mailIdentityLink, { params: { match: met.outcome === 'unmatched' ? met.match : '' } });
  await visit.call(confirmIdentityLink, { body: await mailedLink(staff) });
  const statusOf = async () => {
    const reply = await visit.visit(of);
    const token = reply.outcome === 'signedIn' ? reply.tokens.accessToken : '';
    return (await portal.withToken(token, staff.userId).call(listOwnSessions)).status;
  };
  return { statusOf };
}

async function signInWithCode(factors: FactorDesk, person: Person, secret: string) {
  const { challenge } = await factors.asked(person);
  const { reply } = await factors.answer(challenge, { kind: 'totp', code: factors.codeOf(secret) });
  if (reply.outcome !== 'signedIn') throw new Error(reply.outcome);
  return portal.withToken(reply.tokens.accessToken, person.userId);
}

async function tokenOf(visit: Visit): Promise<string> {
  const reply = await visit.visit(provider);
  if (reply.outcome !== 'signedIn') throw new Error(JSON.stringify(reply));
  return reply.tokens.accessToken;
}

async function mailedLink(person: Pick<Person, 'email'>) {
  const mails = await desk.mailsTo(person.email);
  const text = mails.find((mail) => mail.text.includes('/account/university'))?.text ?? '';
  return readLink(new URL(/<(\S+account\/university\/confirm-email\S+)>/.exec(text)?.[1] ?? 'x:'));
}

const actionsOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (await linesAbout(portal, userId)).map(({ action }) => action).filter((one) => one.startsWith('identity.'));

describe('the first time', () => {
  it('an address opens nothing, whatever the provider says of it, and its owner is asked', async () => {
    const { email } = await meet();
    university.behaviour.claims = { ...university.behaviour.claims, email_verified: true };
    const met = await openVisit(portal).visit(provider);
    expect(met).toMatchObject({
      outcome: 'unmatched',
      email,
      accountName: `Personne ${people}`,
      mayMail: true,
      signOut: `${university.issuer}/logout?client_id=guichet`,
    });
  });

  it('the link of a mail joins in the browser that came from the provider, opens a session, and works once', async () => {
    const person = await meet();
    const visit = openVisit(portal);
    const match = await matchOf(visit);
    expect((await visit.call(mailIdentityLink, { params: { match } })).reply).toBe(true);
    const body = await mailedLink(person);
    const cut = { ...body, token: body.token.slice(0, -9) };
    expect((await visit.call(confirmIdentityLink, { body: cut })).reply).toMatchObject({ why: 'linkCut' });
    const { reply } = await visit.call(confirmIdentityLink, { body });
    expect(reply.outcome).toBe('signedIn');
    expect((await visit.call(confirmIdentityLink, { body })).reply).toMatchObject({ why: 'over' });
    expect(await actionsOf(person)).toEqual(['identity.linkAsked', 'identity.linked']);
    const caller = portal.withToken(await tokenOf(visit), person.userId);
    const { reply: identities } = await caller.call(listOwnIdentities);
    expect(identities).toMatchObject([
      {
        issuer: university.issuer,
        accountName: `Personne ${people}`,
        proof: 'mail',
        label: { en: 'My university account' },
      },
    ]);
  });

  it('the link of a mail leaves no password to whoever gave it', async () => {
    const person = await meet();
    const giver = await portal.make('admin', 3);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ password_given_by: giver.userId, must_choose_password_since: portal.context.clock.now() })
        .where('id', '=', person.userId)
        .execute(),
    );
    const visit = openVisit(portal);
    const match = await matchOf(visit);
    await visit.call(mailIdentityLink, { params: { match } });
    const { reply } = await visit.call(confirmIdentityLink, { body: await mailedLink(person) });
    expect(reply.outcome).toBe('signedIn');
    const body = { username: person.email, password: madePassword };
    expect((await portal.nobody.call(login, { body })).reply.outcome).toBe('refused');
  });

  it('the link of a mail is worthless in another browser: nobody joins their account to that of whoever presses', async () => {
    const person = await meet();
    const attacker = openVisit(portal);
    const match = await matchOf(attacker);
    await attacker.call(mailIdentityLink, { params: { match } });
    const body = await mailedLink(person);
    const victim = openVisit(portal);
    expect((await victim.call(confirmIdentityLink, { body })).reply).toMatchObject({ why: 'otherBrowser' });
    await victim.begin(provider);
    expect((await victim.call(confirmIdentityLink, { body })).reply).toMatchObject({ why: 'otherBrowser' });
    expect(await actionsOf(person)).toEqual(['identity.linkAsked']);
  });

  it('a changed link, and one that is an hour old, are refused', async () => {
    const person = await meet();
    const visit = openVisit(portal);
    const match = await matchOf(visit);
    await visit.call(mailIdentityLink, { params: { match } });
    const body = await mailedLink(person);
    const changed = { ...body, token: `${body.token.slice(0, -1)}${body.token.endsWith('A') ? 'B' : 'A'}` };
    expect((await visit.call(confirmIdentityLink, { body: changed })).reply).toMatchObject({
      why: 'linkCut',
    });
    portal.context.clock.advance(3600);
    expect((await visit.call(confirmIdentityLink, { body })).reply).toMatchObject({ why: 'over' });
  });

  it('a sign-in with the password right after joins, also where the address here is another', async () => {
    const person = await meet();
    university.behaviour.claims = { sub: person.sub, name: 'Zoé', email: 'autre@universite.test' };
    const visit = openVisit(portal);
    const met = await visit.visit(provider);
    expect(met).toMatchObject({ outcome: 'unmatched', mayMail: false });
    const match = met.outcome === 'unmatched' ? met.match : '';
    expect((await link(visit, person, match)).reply).toBe(true);
    expect((await visit.visit(provider)).outcome).toBe('signedIn');
    expect(await actionsOf(person)).toEqual(['identity.linked']);
  });

  it.each([false, true])(
    'the session of that sign-in is known as one of the provider, with a second factor (%s) too',
    async (hasFactor) => {
      const factors = new FactorDesk();
      factors.portal = portal;
      const person = await meet();
      const own = await portal.signIn(person.email, madePassword);
      const secret = hasFactor ? (await factors.addTotp({ ...person, caller: own })).secret : null;
      const visit = openVisit(portal);
      const match = await matchOf(visit);
      portal.context.clock.advance(60);
      const caller = secret
        ? await signInWithCode(factors, person, secret)
        : await portal.signIn(person.email, madePassword);
      const params = { match };
      expect((await caller.call(linkOwnIdentity, { params, headers: visit.headers() })).reply).toBe(true);
      expect((await caller.call(findProviderSignOut)).reply).toMatchObject({
        label: { en: 'My university account' },
        address: expect.stringContaining(`${university.issuer}/logout`),
      });
      const lastUse = async () => (await caller.call(listOwnIdentities)).reply[0]?.lastUsedAt;
      const first = await lastUse();
      expect(first).toEqual(portal.context.clock.now());
      portal.context.clock.advance(60);
      await visit.visit(provider);
      expect(await lastUse()).toEqual(portal.context.clock.now());
    },
  );

  it('a session that was open before does not join, nor one in another browser', async () => {
    const person = await meet();
    const caller = await portal.signIn(person.email, madePassword);
    portal.context.clock.advance(1);
    const visit = openVisit(portal);
    const match = await matchOf(visit);
    const call = (headers: Record<string, string>) =>
      caller.call(linkOwnIdentity, { params: { match }, headers });
    expect((await call(visit.headers())).reply).toBe(false);
    const other = openVisit(portal);
    await other.begin(provider);
    expect((await link(other, person, match)).reply).toBe(false);
    expect(await actionsOf(person)).toEqual([]);
  });

  it('nobody unknown gets an account, and a match without an account mails nothing', async () => {
    const listPeople = () =>
      portal.context.database.read.selectFrom('users').select('id').orderBy('id').execute();
    const before = await listPeople();
    university.behaviour.claims = { sub: 'inconnu', email: 'inconnu@ailleurs.test' };
    const visit = openVisit(portal);
    const match = await matchOf(visit);
    await visit.call(mailIdentityLink, { params: { match } });
    expect(await desk.mailsTo('inconnu@ailleurs.test')).toEqual([]);
    expect(await listPeople()).toEqual(before);
  });
});

describe('a joined account', () => {
  it('is known by issuer and subject: a new address at the provider changes nothing', async () => {
    const { visit, sub, userId } = await linked();
    university.behaviour.claims = { sub, email: 'nouvelle@universite.test' };
    const caller = portal.withToken(await tokenOf(visit), userId);
    expect((await caller.call(listOwnSessions)).reply).toHaveLength(2);
    expect((await caller.call(listEntrances)).reply).toMatchObject({ isByProvider: true });
  });

  it('opens only one account: a second one cannot be joined to it', async () => {
    const { sub } = await linked();
    const other = await meet();
    university.behaviour.claims = { sub, email: other.email };
    expect((await openVisit(portal).visit(provider)).outcome).toBe('signedIn');
  });

  it.each(['deactivated_at', 'locked_at'] as const)('opens no account with %s', async (column) => {
    const { visit, userId } = await linked();
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ [column]: portal.context.clock.now() })
        .where('id', '=', userId)
        .execute(),
    );
    expect(await visit.visit(provider)).toMatchObject({ outcome: 'refused', why: 'noAccess' });
  });

  it('opens no account outside of the systems of its provider', async () => {
    const elsewhere = await openUniversity();
    const narrow = await register(portal, elsewhere, { systemIds: [4] });
    elsewhere.behaviour.claims = { sub: 'x', email: 'x@universite.test' };
    const person = await meet();
    const visit = openVisit(portal);
    const met = await visit.visit(narrow);
    await link(visit, person, met.outcome === 'unmatched' ? met.match : '');
    expect(await visit.visit(narrow)).toMatchObject({ outcome: 'refused', why: 'otherSystem' });
    elsewhere.close();
  });

  it('owes the second factor of the account, and a role that requires one still requires it', async () => {
    const factors = new FactorDesk();
    factors.portal = portal;
    const { visit, email, userId } = await linked();
    const caller = await portal.signIn(email, madePassword);
    const { secret } = await factors.addTotp({ email, userId, caller });
    const met = await visit.visit(provider);
    if (met.outcome !== 'secondFactorNeeded') throw new Error(met.outcome);
    const { challenge } = met.needed;
    const answer = { kind: 'totp', code: factors.codeOf(secret) } as const;
    const { reply } = await portal.nobody.call(answerSecondFactor, { body: { challenge, answer } });
    expect(reply.outcome).toBe('signedIn');

    const { statusOf } = await linkedStaff(provider, university);
    university.behaviour.claims = { ...university.behaviour.claims, amr: ['pwd', 'mfa'] };
    expect(await statusOf()).toBe(403);
  });

  it('brings its second factor where the operator trusts it, and the provider says that it was asked for', async () => {
    const trusted = await openUniversity();
    const trusting = await register(portal, trusted, { trustsFactor: true });
    const { statusOf } = await linkedStaff(trusting, trusted);
    expect(await statusOf()).toBe(403);
    trusted.behaviour.claims = { ...trusted.behaviour.claims, acr: 'https://refeds.org/profile/mfa' };
    expect(await statusOf()).toBe(200);
    trusted.close();
  });

  it('is separated by its owner alone, which ends the sessions that it has opened, and leaves a trace and a mail', async () => {
    const { visit, userId, email } = await linked();
    const opened = portal.withToken(await tokenOf(visit), userId);
    const own = await portal.signIn(email, madePassword);
    const [identity] = (await own.call(listOwnIdentities)).reply;
    const params = { identityId: identity?.id ?? '' };
    const stranger = await portal.as('student', 3);
    expect((await stranger.call(unlinkOwnIdentity, { params })).problem.code).toBe('federation.notLinked');
    expect((await own.call(unlinkOwnIdentity, { params })).reply).toBe(true);
    expect((await opened.call(listOwnSessions)).status).toBe(401);
    expect((await own.call(listOwnSessions)).status).toBe(200);
    expect(await actionsOf({ userId })).toEqual(['identity.linked', 'identity.unlinked']);
    expect((await desk.mailsTo(email)).map(({ subject }) => subject).sort()).toEqual([
      'Un compte de l’université n’ouvre plus votre compte',
      'Un compte de l’université ouvre maintenant votre compte',
    ]);
    expect((await visit.visit(provider)).outcome).toBe('unmatched');
  });

  it('is shown to super admins, who can separate it; its owner is told', async () => {
    const { userId, email } = await linked();
    const superAdmin = await portal.superAdmin();
    const [identity] = (await superAdmin.call(listUserIdentities, { params: { id: userId } })).reply;
    expect(identity).toMatchObject({ proof: 'signIn', issuer: university.issuer });
    await superAdmin.call(unlinkUserIdentity, { params: { identityId: identity?.id ?? '' } });
    expect((await superAdmin.call(listUserIdentities, { params: { id: userId } })).reply).toEqual([]);
    const mails = await desk.mailsTo(email);
    expect(mails.filter(({ text }) => text.includes('vient d’être détaché'))).toHaveLength(1);
  });
});
