import { confirmIdentityLink } from '@guichet/contract/identity/federation';
import { tryProvider } from '@guichet/contract/identity/federation.providers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openUniversity, type University } from './fixtures/university.ts';
import { joinOwn, openVisit, readForm, register } from './fixtures/visit.ts';

let portal: TestPortal;
let university: University;
let provider: string;
beforeAll(async () => {
  university = await openUniversity();
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  provider = await register(portal, university);
  // A joined account, so that every refusal below is one of the way, not of the person.
  const { email } = await portal.make('student', 3);
  university.behaviour.claims = { sub: 'zcote', email };
  const visit = openVisit(portal);
  await joinOwn(portal, visit, await visit.visit(provider), email);
  expect((await visit.visit(provider)).outcome).toBe('signedIn');
});
afterEach(() => university.reset());
afterAll(async () => {
  university.close();
  await portal.close();
});

const now = () => Math.floor(Date.now() / 1000);

describe('a token', () => {
  it.each([
    ['with alg none', { alg: 'none' as const }, 'untrusted'],
    ['signed with a key outside the set', { usesStrangeKey: true }, 'untrusted'],
    ['for another audience', { wrong: { aud: 'autre' } }, 'untrusted'],
    ['for two audiences without azp', { wrong: { aud: ['guichet', 'autre'] } }, 'untrusted'],
    ['of another issuer', { wrong: { iss: 'https://ailleurs.example' } }, 'untrusted'],
    ['with another nonce', { wrong: { nonce: 'autre' } }, 'untrusted'],
    ['without a nonce', { wrong: { nonce: undefined } }, 'untrusted'],
    ['without a subject', { wrong: { sub: undefined } }, 'untrusted'],
    ['that is over', { wrong: { exp: 1_700_000_000 } }, 'clock'],
    ['that it refuses to the client', { undecoded: 'un autre secret' }, 'clientRefused'],
    ['of a clock that runs two minutes late', { wrong: { exp: now() - 120 } }, 'clock'],
  ])('%s opens nothing', async (_what, behaviour, why) => {
    Object.assign(university.behaviour, behaviour);
    expect(await openVisit(portal).visit(provider)).toMatchObject({ outcome: 'refused', why });
  });

  it.each(['RS256', 'HS512'])(
    'signed with the secret names the algorithm that came, where %s is announced',
    async (announced) => {
      const other = await openUniversity();
      const discovery = { id_token_signing_alg_values_supported: [announced] };
      Object.assign(other.behaviour, { alg: 'HS512', discovery });
      const reason = expect.stringMatching(/HS512, in place of RS256$/);
      const told = await openVisit(portal).visit(await register(portal, other));
      expect(told).toMatchObject({ outcome: 'refused', why: 'untrusted', reason });
      other.close();
    },
  );

  it('of a clock that differs by half a minute is taken', async () => {
    university.behaviour.wrong = { iat: now() + 30, exp: now() - 30 };
    expect((await openVisit(portal).visit(provider)).outcome).toBe('signedIn');
  });

  it('signed with a new key is taken at once', async () => {
    await university.rotateKey();
    expect((await openVisit(portal).visit(provider)).outcome).toBe('signedIn');
  });
});

describe('a return', () => {
  it.each([
    ['with the name of another issuer', { back: { iss: 'https://ailleurs.example' } }, 'untrusted'],
    ['with another state', { back: { state: 'autre' } }, 'over'],
    ['with a made-up code', { back: { code: 'inventé' } }, 'over'],
    ['after somebody has turned back', { error: 'access_denied' }, 'cancelled'],
    ['after somebody has refused the consent', { error: 'consent_required' }, 'cancelled'],
    ['with a refusal', { error: 'temporarily_unavailable' }, 'refusedThere'],
  ])('%s opens nothing', async (_what, behaviour, why) => {
    Object.assign(university.behaviour, behaviour);
    expect(await openVisit(portal).visit(provider)).toMatchObject({ outcome: 'refused', why });
  });

  it('without the name of the issuer is refused, since the provider says that it tells it', async () => {
    const visit = openVisit(portal);
    const query = new URLSearchParams(await visit.ask(await visit.begin(provider)));
    query.delete('iss');
    expect(await visit.complete(provider, String(query))).toMatchObject({ why: 'untrusted' });
  });

  it('opens one session: a replay, as by Back, is over', async () => {
    const visit = openVisit(portal);
    const query = await visit.ask(await visit.begin(provider));
    expect((await visit.complete(provider, query)).outcome).toBe('signedIn');
    expect(await visit.complete(provider, query)).toMatchObject({ why: 'over' });
  });

  it('that comes twice at once opens one session', async () => {
    const visit = openVisit(portal);
    // The first time one of the two waits for a connection to the database, and comes too late to meet the other.
    for (let round = 0; round < 3; round++) {
      const query = await visit.ask(await visit.begin(provider));
      const both = await Promise.all([visit.complete(provider, query), visit.complete(provider, query)]);
      expect(both.map(({ outcome }) => outcome).sort()).toEqual(['refused', 'signedIn']);
    }
  });

  it('in another browser opens nothing: neither a stolen code, nor a sign-in that somebody else has begun', async () => {
    const thief = openVisit(portal);
    const victim = openVisit(portal);
    const query = await victim.ask(await victim.begin(provider));
    expect(await thief.complete(provider, query)).toMatchObject({ why: 'otherBrowser' });
    await thief.begin(provider);
    expect(await thief.complete(provider, query)).toMatchObject({ why: 'otherBrowser' });
    expect((await victim.complete(provider, query)).outcome).toBe('signedIn');
  });

  it('with a stolen code and a state of the thief’s own fails at the provider, by PKCE', async () => {
    const victim = openVisit(portal);
    const stolen = new URLSearchParams(await victim.ask(await victim.begin(provider))).get('code') ?? '';
    const thief = openVisit(portal);
    const query = new URLSearchParams(await thief.ask(await thief.begin(provider)));
    query.set('code', stolen);
    expect(await thief.complete(provider, String(query))).toMatchObject({ outcome: 'refused', why: 'over' });
  });

  it('goes on in each of two tabs', async () => {
    const visit = openVisit(portal);
    const first = await visit.ask(await visit.begin(provider));
    const second = await visit.ask(await visit.begin(provider));
    expect((await visit.complete(provider, second)).outcome).toBe('signedIn');
    expect((await visit.complete(provider, first)).outcome).toBe('signedIn');
  });

  it('after an hour is over', async () => {
    const visit = openVisit(portal);
    const query = await visit.ask(await visit.begin(provider));
    portal.context.clock.advance(3600);
    expect(await visit.complete(provider, query)).toMatchObject({ why: 'over' });
  });

  it('from another provider than the one that was asked is refused, before that one learns the code', async () => {
    const other = await openUniversity();
    const otherProvider = await register(portal, other);
    const visit = openVisit(portal);
    const query = await visit.ask(await visit.begin(provider));
    other.requests.length = 0;
    expect(await visit.complete(otherProvider, query)).toMatchObject({ why: 'untrusted' });
    expect(other.requests).toEqual([]);
    other.close();
  });
});

it('an invalid link is limited to sixty a minute, as those of other mails are', async () => {
  const headers = { 'x-forwarded-for': '10.7.7.9' };
  const body = { userName: 'zoe@etu.example.ca', token: 'linkIdentity.guess' };
  const guess = () => portal.nobody.call(confirmIdentityLink, { body, headers });
  for (let times = 0; times < 60; times++)
    expect((await guess()).reply).toMatchObject({ outcome: 'refused', why: 'linkCut' });
  expect(await guess()).toMatchObject({ status: 429, problem: { code: 'request.tooMany' } });
});

describe('a provider', () => {
  it('asks for a code with PKCE, state and nonce, at the one address of its own', async () => {
    const visit = openVisit(portal);
    const { searchParams } = new URL(await visit.begin(provider));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${portal.context.config.publicUrl}/account/university/${provider}`,
      state: expect.stringMatching(/.{43}/),
      nonce: expect.stringMatching(/.{43}/),
    });
  });

  it('that repeats its request is shown in few words without the secret, at a trial too', async () => {
    const other = await openUniversity();
    other.behaviour.repeats = true;
    const providerId = await register(portal, other);
    const superAdmin = await portal.superAdmin();
    const trial = await superAdmin.call(tryProvider, { params: { providerId }, body: readForm(other) });
    const refused = await openVisit(portal).visit(providerId);
    expect(refused).toMatchObject({ outcome: 'refused', why: 'misconfigured' });
    for (const told of [JSON.stringify(refused), trial.raw]) {
      expect(told).toContain('invalid_request');
      expect(told.length).toBeLessThan(1000);
      expect(told).not.toMatch(/secret du|secret\+du|Z3VpY2hldDpzZWNyZXQ|\u202e/);
    }
    other.close();
  });

  it('that names somebody in signs which turn the direction is shown without them', async () => {
    university.behaviour.claims = { sub: 'autre', name: 'Zoé\u202e Côté\n', email: 'autre@universite.test' };
    expect(await openVisit(portal).visit(provider)).toMatchObject({ accountName: 'Zoé Côté' });
  });

  it('that is down, or off, or says another issuer, locks nobody out of their password', async () => {
    const down = await openUniversity();
    const broken = await register(portal, down);
    down.behaviour.isDown = true;
    const visit = openVisit(portal);
    expect(await visit.begin(broken)).toBe('');
    down.reset();
    down.behaviour.discovery = { issuer: 'https://ailleurs.example' };
    expect(await visit.begin(broken)).toBe('');
    const off = await openUniversity();
    expect(await visit.begin(await register(portal, off, { isActive: false }))).toBe('');
    expect((await portal.as('student', 3)).token).not.toBeNull();
    down.close();
    off.close();
  });
});
