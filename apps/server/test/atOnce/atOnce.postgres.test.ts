import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { sendEmailTest } from '@guichet/contract/exams/notices.invitations';
import { importCandidates } from '@guichet/contract/imports/imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../contractEndpoints.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { own } from '../rights/people.ts';
import { requests } from '../rights/requests.ts';
import { rights } from '../rights/rights.ts';
import { makeThings, missingThings, renewThings, type Things } from '../rights/things.ts';
import { changingGets, eachIsItsOwn } from './allowed.ts';
import { countRows, effectOf } from './effects.ts';
import { type Prepared, prepared } from './prepared.ts';

const times = 50;
const changing = (await listEndpoints()).filter(
  ([name, { method }]) => (method !== 'GET' || changingGets.includes(name)) && !(name in eachIsItsOwn),
);

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
let things: Things;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', own);
  superAdmin = await portal.superAdmin();
  things = await makeThings(portal, own, admin);
});
afterAll(() => portal.close());

const count = () => countRows(portal.context.database.read);

/** A sender and a valid request with things of its own. */
async function prepare(name: string, { access }: Endpoint): Promise<Prepared> {
  const own = await prepared[name]?.(portal);
  if (own) return own;
  const right = rights[name];
  const who = typeof right === 'object' && right.least === 'superAdmin' ? superAdmin : admin;
  const request = (requests[name] as (of: Things) => Prepared['request'])(await thingsFor(name));
  // Signed-out callers send nothing.
  return { who: access === 'public' ? portal.nobody : who, request };
}

/** What a request names, or what is in the system it names, is new for each, because an action uses it up. */
function thingsFor(name: string): Promise<Things> | Things {
  const request = requests[name] as (of: Things) => unknown;
  const namesAny = JSON.stringify(request(things)) !== JSON.stringify(request(missingThings(0)));
  return namesAny ? renewThings(portal, things, admin, request) : things;
}

/** Sends one request `howOften` times at once; returns the changes in the database and the answers. */
async function send(name: string, endpoint: Endpoint, howOften: number) {
  // Resets the rate limits used by earlier requests of this test.
  await portal.context.database.transact((tx) => tx.deleteFrom('rate_limits').execute());
  const { who, request } = await prepare(name, endpoint);
  const before = await count();
  const answers = await Promise.all(
    Array.from({ length: howOften }, () => who.call(endpoint, request as never)),
  );
  const statuses = answers.map(({ status }) => status);
  // Overload is refused with `busy` and Retry-After.
  const bugs = answers.filter(({ status, problem }) => status >= 500 && problem.code !== 'busy');
  return { effect: effectOf(before, await count()), statuses, bugs: bugs.map(({ raw }) => raw) };
}

describe.each(changing)('%s', (name, endpoint) => {
  it(`sent ${times} times at once has the effect of one, and no answer is a bug`, async () => {
    const once = await send(name, endpoint, 1);
    const often = await send(name, endpoint, times);
    expect(often.effect).toEqual(once.effect);
    expect(often.bugs).toEqual([]);
    expect(often.statuses).toContain(once.statuses[0]);
  }, 120_000);
});

it('lists only calls of the contract as exceptions', async () => {
  const names = (await listEndpoints()).map(([name]) => name);
  for (const name of [...Object.keys(eachIsItsOwn), ...changingGets, ...Object.keys(prepared)])
    expect(names).toContain(name);
});

it('five tests of a message are sent a minute, and others are refused', async () => {
  const params = { systemId: own, languageId: 'fr' } as const;
  const answers = await Promise.all(
    Array.from({ length: times }, () => admin.call(sendEmailTest, { params })),
  );
  const sent = answers.filter(({ status }) => status === 200);
  expect(sent).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(times - 5);
});

it('a list without a number, sent at once, enrols and mails each candidate once', async () => {
  const { courseId } = await makeThings(portal, own, admin);
  const email = `${randomUUID()}@etu.example.ca`;
  const form = { systemId: own, languageId: 'fr', selectedCourse: courseId, sendEmail: true } as const;
  const file = { name: 'liste.csv', bytes: `Prénom;Nom;Courriel\nZoé;Côté;${email}` };
  const before = await count();
  await Promise.all(Array.from({ length: 5 }, () => admin.call(importCandidates, { body: form, file })));
  expect(effectOf(before, await count())).toMatchObject({ enrolments: 1, users: 1, outgoing_mails: 1 });
});

describe('an exam space', () => {
  const make = (body: { title: string; examDate: string; requestId?: string }) =>
    admin.call(createExamSpace, { params: { systemId: own }, body });
  const form = { title: 'Deux fois', examDate: '2027-06-01' };

  it('is created once by one form, however late it is repeated, and once by each of two', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const first = (await make({ ...form, requestId: one })).reply;
    expect((await make({ ...form, requestId: two })).reply.id).not.toBe(first.id);
    portal.context.clock.advance(60);
    expect((await make({ ...form, requestId: one })).reply).toEqual(first);
  });

  it('is created again by a form without a number only after ten seconds', async () => {
    const first = (await make({ ...form, title: 'Sans numéro' })).reply;
    expect((await make({ ...form, title: 'Sans numéro' })).reply.id).toBe(first.id);
    portal.context.clock.advance(11);
    expect((await make({ ...form, title: 'Sans numéro' })).reply.id).not.toBe(first.id);
  });
});
