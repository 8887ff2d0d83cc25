import { randomUUID } from 'node:crypto';
import type { FederatedOutcome } from '@guichet/contract/identity/federation';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openSecondProcess } from '../sessions/fixtures/secondProcess.ts';
import { openSamlUniversity, type SamlUniversity } from './fixtures/samlUniversity.ts';
import { openUniversity, type University } from './fixtures/university.ts';
import { openVisit, register } from './fixtures/visit.ts';

let portal: TestPortal;
let other: FastifyInstance;
let university: University;
let samlUniversity: SamlUniversity;
beforeAll(async () => {
  university = await openUniversity();
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  other = (await openSecondProcess(portal.context)).portal.app;
  samlUniversity = await openSamlUniversity(portal);
});
afterAll(async () => {
  university.close();
  samlUniversity.close();
  await other.close();
  await portal.close();
});

/** A person here whose account at a provider is joined. */
async function join(issuer: string): Promise<string> {
  const subject = randomUUID();
  const { userId } = await portal.make('student', 3);
  const row = { id: randomUUID(), issuer, subject, user_id: userId, account_name: 'Zoé' };
  const linked_at = portal.context.clock.now();
  await portal.context.database.transact((tx) =>
    tx
      .insertInto('linked_identities')
      .values({ ...row, linked_at, proof: 'mail' })
      .execute(),
  );
  return subject;
}

/** The browser comes back, and the balancer sends it to the other process. */
async function completeThere(
  visit: ReturnType<typeof openVisit>,
  providerId: string,
  query: string,
): Promise<FederatedOutcome> {
  const answered = await other.inject({
    method: 'POST',
    url: `/api/federation/${providerId}/complete`,
    headers: visit.headers(),
    payload: { query },
  });
  return answered.json();
}

it('a sign-in that was begun at one process is completed at the other, and counts once for both', async () => {
  const provider = await register(portal, university);
  university.behaviour.claims = { sub: await join(university.issuer) };
  const visit = openVisit(portal);
  const query = await visit.ask(await visit.begin(provider));
  expect(await completeThere(visit, provider, query)).toMatchObject({ outcome: 'signedIn' });
  expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'refused', why: 'over' });
});

it('so is one by SAML, whose form comes to the other process', async () => {
  const provider = await samlUniversity.register();
  samlUniversity.behaviour.nameId = await join(samlUniversity.entityId);
  const visit = openVisit(portal);
  const form = samlUniversity.answer(await visit.begin(provider));
  const posted = await other.inject({
    method: 'POST',
    url: `/account/university/${provider}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  const query = new URL(String(posted.headers.location)).search.slice(1);
  expect(await visit.complete(provider, query)).toMatchObject({ outcome: 'signedIn' });
  expect(await completeThere(visit, provider, query)).toMatchObject({ outcome: 'refused', why: 'over' });
});
