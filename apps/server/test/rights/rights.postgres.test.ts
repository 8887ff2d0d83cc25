import { once } from 'node:events';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { sendEmailTest } from '@guichet/contract/exams/notices.invitations';
import { getExtraTime } from '@guichet/contract/exams/results.extraTime';
import { tryMailServer } from '@guichet/contract/overview/home.setup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemTransaction } from '../../src/core/audit/audit.service.ts';
import { toNetwork } from '../../src/core/http/sockets/networkAddress.ts';
import { beginHold, endHold } from '../../src/core/queue/queue.service.ts';
import { clearRateLimit } from '../../src/core/rateLimit/rateLimit.ts';
import { listEndpoints } from '../contractEndpoints.ts';
import { dropPolicies } from '../database/protectedTables.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { expectedResult, outcomeOf } from './expected.ts';
import { foreign, gatherPeople, type Kind, kinds, own } from './people.ts';
import { type Request, requests } from './requests.ts';
import { type Right, rights } from './rights.ts';
import { takeSnapshot, watchTables } from './snapshot.ts';
import {
  makeThings,
  markOf,
  missingThings,
  namesIn,
  plantedFactor,
  renewThings,
  type Things,
} from './things.ts';

const endpoints = await listEndpoints();

let portal: TestPortal;
let people: Record<Kind, Caller>;
let ours: Things;
let theirs: Things;
let snapshot: Awaited<ReturnType<typeof watchTables>>;
beforeAll(async () => {
  portal = await openTestPortal();
  people = await gatherPeople(portal);
  ours = await makeThings(portal, own, people.admin);
  theirs = await makeThings(portal, foreign, people.otherAdmin);
  // Row-level security has its own test; here the checks of calls and queries are tested alone.
  await dropPolicies(portal.context.database);
  snapshot = await watchTables(portal.context.database);
});
afterAll(() => portal.close());

// Everything here is made and asked for within one hour.
beforeEach(async () => {
  for (const { userId } of Object.values(people)) await clearRateLimit(portal.context, 'ownMail', userId);
});

const rightTo = (name: string) => rights[name] as Right;
const makerOf = (name: string) => requests[name] as (things: Things) => Request;
const requestTo = (name: string, things: Things) => makerOf(name)(things);
const renewed = (name: string) => renewThings(portal, ours, people.admin, makerOf(name));

const namesThings = (name: string) => namesIn(makerOf(name), missingThings(own)).size > 0;

/** They wait for a mail, which no worker sends here: while all are held they say so at once. */
const waitForMail: readonly Endpoint[] = [sendEmailTest, tryMailServer];

const holdMails = (isHeld: boolean) =>
  systemTransaction(portal.context, async (tx) => {
    const now = portal.context.clock.now();
    await (isHeld ? beginHold(tx, now, now) : endHold(tx));
  });

const ask = async (who: Caller, endpoint: Endpoint, request: Request) => {
  const isWaiting = waitForMail.includes(endpoint);
  if (isWaiting) await holdMails(true);
  const answer = await who.call(endpoint, request as never);
  if (isWaiting) await holdMails(false);
  if (endpoint !== (getExtraTime as Endpoint)) expect(answer.raw).not.toContain(String(plantedFactor));
  return answer;
};

describe('every endpoint of the contract', () => {
  it('is in the table of rights, and nothing else is', () => {
    const names = endpoints.map(([name]) => name).sort();
    expect(Object.keys(rights).sort()).toEqual(names);
    expect(Object.keys(requests).sort()).toEqual(names);
  });
});

/** They end sessions of the people in the test, who cannot be used afterwards. */
const endsSessions = ['logout', 'endImpersonation', 'endOtherSessions', 'impersonate'];

const readsOnly = (name: string, { method }: Endpoint) => method === 'GET' && name !== 'deleteFile';

const usesThingsUp = (name: string, endpoint: Endpoint) =>
  typeof rightTo(name) === 'object' && !readsOnly(name, endpoint);

/** A label keeps a limited number of versions: things that are made later push them out. */
const needsNewThings = (name: string, endpoint: Endpoint) =>
  usesThingsUp(name, endpoint) || name === 'getContentVersion';

const answered = endpoints.filter(([, { reply }]) => reply.kind !== 'events');

const lasting = answered.filter(([name]) => !endsSessions.includes(name));

const ofSystems = lasting.filter(([name]) => typeof rightTo(name) === 'object');

// First, because a faulty call changes the other system only once.
it.each(ofSystems)('%s shows an admin the own system alone, and changes no other', async (name, endpoint) => {
  const usedUp = usesThingsUp(name, endpoint);
  const things = usedUp ? await renewed(name) : ours;
  const before = await snapshot(foreign);
  const { raw } = await ask(people.admin, endpoint, requestTo(name, things));
  expect(raw).not.toContain(markOf(foreign));
  expect(await snapshot(foreign)).toEqual(before);
  if (usedUp) return;
  // Of two matching rows a query without the condition may return either.
  const other = await ask(people.otherAdmin, endpoint, requestTo(name, theirs));
  expect(other.raw).not.toContain(markOf(own));
});

describe('each kind of person', () => {
  beforeAll(async () => {
    ours = await makeThings(portal, own, people.admin);
  });

  // All of them ask from one network, with links that are invalid.
  beforeEach(() => clearRateLimit(portal.context, 'linkGuess', toNetwork('127.0.0.1')));

  describe.each(answered)('%s', (name, endpoint) => {
    it('is allowed as in the table, and a refused call changes nothing', async () => {
      const askers = endsSessions.includes(name) ? await gatherPeople(portal) : people;
      const expected = kinds.map((kind) => [kind, expectedResult(name, rightTo(name), kind)] as const);
      const told = new Map<Kind, string>();
      const knock = async (kind: Kind, things: Things) =>
        told.set(kind, outcomeOf(name, await ask(askers[kind], endpoint, requestTo(name, things))));

      const before = await snapshot();
      for (const [kind, result] of expected) if (result !== 'admitted') await knock(kind, ours);
      expect(await snapshot()).toEqual(before);
      for (const [kind, result] of expected)
        if (result === 'admitted')
          await knock(kind, needsNewThings(name, endpoint) ? await renewed(name) : ours);
      expect(kinds.map((kind) => [kind, told.get(kind)])).toEqual(expected);
    });
  });
});

describe.each(lasting.filter(([name]) => namesThings(name)))('%s', (name, endpoint) => {
  it('gives the same answer for a thing of another system and for a missing one, and changes neither', async () => {
    const missing = await ask(people.admin, endpoint, requestTo(name, missingThings(own)));
    const before = await snapshot();
    const answer = await ask(people.admin, endpoint, requestTo(name, { ...theirs, systemId: own }));
    expect([answer.status, answer.raw]).toEqual([missing.status, missing.raw]);
    expect(await snapshot()).toEqual(before);
  });
});

it.each(lasting)('%s shows an admin nothing of another system', async (name, endpoint) => {
  const { raw } = await ask(people.otherAdmin, endpoint, requestTo(name, ours));
  expect(raw).not.toContain(markOf(own));
});

it('getExtraTime alone shows extra time, and only to those with the right', async () => {
  const answerTo = async (kind: Kind) => {
    const { raw } = await ask(people[kind], getExtraTime, requestTo('getExtraTime', ours));
    return raw.includes(String(plantedFactor));
  };
  const seeing = ['admin', 'impersonated', 'superAdmin'];
  ours = await makeThings(portal, own, people.admin);
  for (const kind of kinds) expect(await answerTo(kind), kind).toBe(seeing.includes(kind));
});

it('would detect an answer about another system', async () => {
  for (const name of ['searchUsers', 'listMails', 'listAuditLines', 'getUserInfo', 'listCandidates']) {
    const [, endpoint] = endpoints.find(([other]) => other === name) as [string, Endpoint];
    expect((await ask(people.admin, endpoint, requestTo(name, ours))).raw, name).toContain(markOf(own));
  }
});

/** The first event of a stream, or the status where there is none. */
async function firstOf({ token }: Caller, importId: string): Promise<string | number> {
  const response = await portal.app.inject({
    url: `/api/import/${importId}/progress`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payloadAsStream: true,
  });
  if (response.statusCode !== 200) return response.statusCode;
  const stream = response.stream();
  const [line] = (await once(stream, 'data')) as [Buffer];
  stream.destroy();
  return line.toString();
}

it('watchImport shows progress to the person who started the import, and is not found for others', async () => {
  expect(await firstOf(people.admin, missingThings(own).importId)).toContain('waiting');
  for (const kind of kinds) {
    const isMaker = people[kind].userId === people.admin.userId;
    const isOut = kind === 'signedOut' || kind === 'deactivated';
    const told = await firstOf(people[kind], ours.importId);
    if (isOut) expect(told, kind).toBe(401);
    else if (isMaker) expect(told, kind).toContain('done');
    else expect(told, kind).toBe(404);
  }
});

it('would detect a write to any table: the snapshots of what was written to are those of everything', async () => {
  const { read } = portal.context.database;
  for (const systemId of [undefined, foreign])
    expect(await snapshot(systemId)).toEqual(await takeSnapshot(read, systemId));
});
