import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { logout } from '@guichet/contract/identity/sessions';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  openSamlUniversity,
  type SamlUniversity,
} from '../src/identity/federation/fixtures/samlUniversity.ts';
import { openUniversity, type University } from '../src/identity/federation/fixtures/university.ts';
import { openVisit, register } from '../src/identity/federation/fixtures/visit.ts';
import { openBrowser } from '../src/identity/provider/fixtures/browser.ts';
import {
  answer,
  ask,
  callback,
  enter,
  type OpenIdPortal,
  open,
  redeem,
  withApplications,
} from '../src/identity/provider/fixtures/openIdPortal.ts';
import { makeSamlService } from '../src/identity/provider/fixtures/samlService.ts';
import { deleteProviderSessions } from '../src/identity/provider/records/records.queries.ts';
import {
  deleteSignIns,
  lockEnded,
  selectNamedSignIns,
} from '../src/identity/provider/signIns/signIns.queries.ts';
import { endSessionsBy } from '../src/identity/sessions/sessions.queries.ts';
import { openProcessPair, type ProcessPair } from './processPair.ts';

let pair: ProcessPair & OpenIdPortal;
let university: University;
let samlUniversity: SamlUniversity;
beforeAll(async () => {
  const made = await openProcessPair({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  pair = withApplications(made, made.address);
  university = await openUniversity();
  samlUniversity = await openSamlUniversity(pair);
});
afterAll(async () => {
  university.close();
  samlUniversity.close();
  await pair.close();
});

/** A person here whose account at a provider is joined. */
async function join(issuer: string): Promise<{ userId: number; subject: string }> {
  const subject = randomUUID();
  const { userId } = await pair.make('student', 3);
  const row = {
    id: randomUUID(),
    issuer,
    subject,
    user_id: userId,
    account_name: 'Zoé',
    proof: 'mail',
  } as const;
  const linked_at = pair.context.clock.now();
  await pair.context.database.transact((tx) =>
    tx
      .insertInto('linked_identities')
      .values({ ...row, linked_at })
      .execute(),
  );
  return { userId, subject };
}

it('a sign-in with OpenID Connect that one process has begun ends at the other, once for both; its sign-out there too', async () => {
  const provider = await register(pair, university);
  const { userId, subject } = await join(university.issuer);
  university.behaviour.claims = { sub: subject };
  const visit = openVisit(pair);
  pair.answerFrom(0);
  const query = await visit.ask(await visit.begin(provider));
  pair.answerFrom(1);
  const met = await visit.complete(provider, query);
  if (met.outcome !== 'signedIn') throw new Error(JSON.stringify(met));
  pair.answerFrom(0);
  expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'refused', why: 'over' });

  const person = pair.withToken(met.tokens.accessToken, userId);
  expect((await person.call(listOwnSessions)).status).toBe(200);
  pair.answerFrom(1);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const iat = Math.ceil(Date.now() / 1000);
  const claims = { iss: university.issuer, aud: 'guichet', iat, jti: randomUUID(), sub: subject, events };
  const told = await pair.app.inject({
    method: 'POST',
    url: `/account/university/${provider}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      logout_token: await university.signWith(claims, 'logout+jwt'),
    }).toString(),
  });
  expect(told.statusCode).toBe(200);
  pair.answerFrom(0);
  expect((await person.call(listOwnSessions)).status).toBe(401);
});

it('so does one with SAML, whose form comes to the other process', async () => {
  const provider = await samlUniversity.register();
  samlUniversity.behaviour.nameId = (await join(samlUniversity.entityId)).subject;
  const visit = openVisit(pair);
  pair.answerFrom(0);
  const form = samlUniversity.answer(await visit.begin(provider));
  pair.answerFrom(1);
  const query = await samlUniversity.post(provider, form);
  expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'signedIn' });
  pair.answerFrom(0);
  expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'refused', why: 'over' });
});

it('an application’s request with OpenID Connect goes from one process to the other at every step', async () => {
  const person = await pair.as('student', 3);
  const { client } = await pair.register();
  const browser = openBrowser();
  const asked = await ask(client);
  pair.answerFrom(0);
  const { request } = await open(browser, pair, asked);
  pair.answerFrom(1);
  const answered = await answer(browser, person, request ?? '');
  if (answered.outcome !== 'goesOn') throw new Error(answered.outcome);
  pair.answerFrom(0);
  const back = await browser.follow(answered.address, [callback]);
  pair.answerFrom(1);
  expect((await redeem(client, back, asked)).claims()).toMatchObject({ name: expect.any(String) });
  pair.answerFrom(0);
  await expect(redeem(client, back, asked)).rejects.toThrow();
});

it('so does one with SAML', async () => {
  const service = makeSamlService(pair);
  await service.register();
  const person = await pair.as('student', 3);
  const browser = openBrowser();
  pair.answerFrom(0);
  const asked = await browser.go(service.at(service.query(service.request())));
  pair.answerFrom(1);
  const { form } = await service.finish(browser, asked, person);
  pair.answerFrom(0);
  expect(form?.action).toBe(service.consumer);
  expect((await service.validate(form?.fields ?? {})).profile?.nameID).toMatch(/^[\da-f-]{36}$/);
});

it('a sign-out at one process is told to an application once, though both look for it', async () => {
  const told: string[] = [];
  const application = createServer((request, response) => {
    void text(request).then((body) => {
      told.push(body);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const logoutUri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/logout`;
  const { client } = await pair.register({ logoutUri });
  const person = await pair.as('student', 3);
  pair.answerFrom(0);
  await enter(pair, person, client);
  pair.answerFrom(1);
  await person.call(logout);
  await vi.waitFor(() => expect(told).not.toEqual([]), { timeout: 60_000, interval: 100 });
  // Time for the other process to tell it again.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(told).toHaveLength(1);
  application.close();
});

it('what ends with a session, here, at the provider and at applications, is found without reading all of them', async () => {
  const { database } = pair.context;
  const { userId } = await pair.make('student', 3);
  const { id: client } = await pair.register();
  const issuer = 'https://many.example.ca';
  const read = await database.transact(async (tx) => {
    await sql`
      insert into sessions (id, user_id, started_at, last_used_at, expires_at, signed_in_by)
      select gen_random_uuid(), ${userId}::bigint, now(), now(), now() + interval '1 hour', jsonb_build_object('issuer',
        ${issuer}::text, 'subject', 'subject-' || n, 'session', 'session-' || n, 'nameId', jsonb_build_object('value', 'name-' || n))
      from generate_series(1, 20000) n`.execute(tx);
    await sql`
      insert into openid_sign_ins (provider_session, client_id, session_id, subject, signed_in_at, name_id)
      select 'of-' || id, ${client}, id, gen_random_uuid(), now(), signed_in_by -> 'nameId' ->> 'value' from sessions
      where signed_in_by ->> 'issuer' = ${issuer}`.execute(tx);
    await sql`
      insert into openid_records (kind, id, payload, uid, expires_at)
      select 'Session', provider_session, '{}', provider_session, now() + interval '1 hour' from openid_sign_ins
      where client_id = ${client}`.execute(tx);
    for (const table of ['sessions', 'openid_sign_ins', 'openid_records', 'users'])
      await sql`analyze ${sql.table(table)}`.execute(tx);
    const readRows = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables
        where relname in ('sessions', 'openid_sign_ins', 'openid_records')`.execute(tx);
      return rows[0]?.read ?? 0;
    };
    const before = await readRows();
    const nobody = { issuer, subject: null, session: null, nameId: null };
    const now = new Date(Date.now() + 1000);
    const ended = [];
    for (const by of [{ session: 'session-7' }, { subject: 'subject-8' }, { nameId: 'name-9' }])
      ended.push(...(await endSessionsBy(tx, { ...nobody, ...by }, { now, except: null })));
    expect(ended).toHaveLength(3);
    const named = { clientId: client, nameId: 'name-9', before: now };
    expect(await selectNamedSignIns(tx, named)).toHaveLength(1);
    const since = new Date(now.getTime() - 500);
    const over = await lockEnded(tx, { now, since, limit: 100 });
    expect(over.map(({ nameId }) => nameId).sort()).toEqual(['name-7', 'name-8', 'name-9']);
    const ofProvider = over.map(({ providerSession }) => providerSession);
    await deleteProviderSessions(tx, ofProvider);
    await deleteSignIns(tx, ofProvider);
    return (await readRows()) - before;
  });
  expect(read).toBeLessThan(100);
});
