import { once } from 'node:events';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../contractEndpoints.ts';
import { dropPolicies } from '../database/protectedTables.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { expectedResult, outcomeOf } from './expected.ts';
import { foreign, gatherPeople, type Kind, kinds, own } from './people.ts';
import { type Request, requests } from './requests.ts';
import { type Right, rights } from './rights.ts';
import { takeSnapshot } from './snapshot.ts';
import { makeThings, markOf, missingThings, type Things } from './things.ts';

const endpoints = await listEndpoints();

let portal: TestPortal;
let people: Record<Kind, Caller>;
let ours: Things;
let theirs: Things;
beforeAll(async () => {
  portal = await openTestPortal();
  people = await gatherPeople(portal);
  ours = await makeThings(portal, own, people.admin);
  theirs = await makeThings(portal, foreign, people.otherAdmin);
  // The walls of the database have a test of their own; here what calls and queries ask has to hold alone.
  await dropPolicies(portal.context.database);
});
afterAll(() => portal.close());

const rightTo = (name: string) => rights[name] as Right;
const requestTo = (name: string, things: Things) => (requests[name] as (of: Things) => Request)(things);
const snapshot = () => takeSnapshot(portal.context.database.read);

/** Whether the request names things, beside the system. */
function namesThings(name: string): boolean {
  const { systemId: _, ...missing } = missingThings(own);
  const request = JSON.stringify(requestTo(name, missingThings(own)));
  return Object.values(missing).some((value) => request.includes(String(value)));
}

const ask = (who: Caller, endpoint: Endpoint, request: Request) => who.call(endpoint, request as never);

describe('every endpoint of the contract', () => {
  it('stands in the table of rights, and nothing else does', () => {
    const names = endpoints.map(([name]) => name).sort();
    expect(Object.keys(rights).sort()).toEqual(names);
    expect(Object.keys(requests).sort()).toEqual(names);
  });
});

/** They end sessions of the people who ask: whoever took part in such a walk is good for nothing afterwards. */
const endsSessions = ['logout', 'endImpersonation', 'endOtherSessions', 'impersonate'];

const readsOnly = (name: string, { method }: Endpoint) => method === 'GET' && name !== 'deleteFile';

const usesThingsUp = (name: string, endpoint: Endpoint) =>
  typeof rightTo(name) === 'object' && !readsOnly(name, endpoint);

const answered = endpoints.filter(([, { reply }]) => reply.kind !== 'events');

const lasting = answered.filter(([name]) => !endsSessions.includes(name));

const ofSystems = lasting.filter(([name]) => typeof rightTo(name) === 'object');

/** First of all: what a careless call does to the other system it does once. */
it.each(ofSystems)(
  '%s tells an admin of the own system alone, and changes no other',
  async (name, endpoint) => {
    const foreignRows = () => takeSnapshot(portal.context.database.read, foreign);
    const usedUp = usesThingsUp(name, endpoint);
    const things = usedUp ? await makeThings(portal, own, people.admin) : ours;
    const before = await foreignRows();
    const { raw } = await ask(people.admin, endpoint, requestTo(name, things));
    expect(raw).not.toContain(markOf(foreign));
    expect(await foreignRows()).toEqual(before);
    if (usedUp) return;
    // Of two rows that a careless query takes for one, chance decides which it gives.
    const other = await ask(people.otherAdmin, endpoint, requestTo(name, theirs));
    expect(other.raw).not.toContain(markOf(own));
  },
);

describe('each kind of person', () => {
  beforeAll(async () => {
    // A label keeps so many versions and no more: those of the first things have had to go.
    ours = await makeThings(portal, own, people.admin);
  });

  describe.each(answered)('%s', (name, endpoint) => {
    it('is for whom the table says, and a refused call changes nothing', async () => {
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
          await knock(
            kind,
            usesThingsUp(name, endpoint) ? await makeThings(portal, own, people.admin) : ours,
          );
      expect(kinds.map((kind) => [kind, told.get(kind)])).toEqual(expected);
    });
  });
});

describe.each(lasting.filter(([name]) => namesThings(name)))('%s', (name, endpoint) => {
  it('answers alike for a thing of another system and for none, and changes neither', async () => {
    const missing = await ask(people.admin, endpoint, requestTo(name, missingThings(own)));
    const before = await snapshot();
    const answer = await ask(people.admin, endpoint, requestTo(name, { ...theirs, systemId: own }));
    expect([answer.status, answer.raw]).toEqual([missing.status, missing.raw]);
    expect(await snapshot()).toEqual(before);
  });
});

it.each(lasting)('%s tells an admin nothing of another system', async (name, endpoint) => {
  const { raw } = await ask(people.otherAdmin, endpoint, requestTo(name, ours));
  expect(raw).not.toContain(markOf(own));
});

it('would see what an answer tells of a system', async () => {
  for (const name of ['searchUsers', 'listMails', 'listAuditLines', 'getUserInfo', 'listCandidates']) {
    const [, endpoint] = endpoints.find(([other]) => other === name) as [string, Endpoint];
    expect((await ask(people.admin, endpoint, requestTo(name, ours))).raw, name).toContain(markOf(own));
  }
});

/** The first thing that a stream tells, or its status where it is none. */
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

it('watchImport tells whoever started an import how far it is, and everybody else that there is none', async () => {
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
