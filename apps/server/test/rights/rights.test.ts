import type { Endpoint } from '@guichet/contract/core/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../contractEndpoints.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { expectedVerdict, verdictOf } from './expected.ts';
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
});
afterAll(() => portal.close());

const rightTo = (name: string) => rights[name] as Right;
const requestTo = (name: string, things: Things) => (requests[name] as (of: Things) => Request)(things);
const snapshot = () => takeSnapshot(portal.house.database.read);

/** Whether the request names things, beside the system. */
const namesThings = (name: string) => {
  const { systemId: _, ...missing } = missingThings(own);
  const request = JSON.stringify(requestTo(name, missingThings(own)));
  return Object.values(missing).some((value) => request.includes(String(value)));
};

const ask = (who: Caller, endpoint: Endpoint, request: Request) => who.call(endpoint, request as never);

describe('every endpoint of the contract', () => {
  it('stands in the table of rights, and nothing else does', () => {
    const names = endpoints.map(([name]) => name).sort();
    expect(Object.keys(rights).sort()).toEqual(names);
    expect(Object.keys(requests).sort()).toEqual(names);
  });
});

/** They end sessions of the people who ask: whoever took part in such a walk is good for nothing afterwards. */
const endsSessions = ['logout', 'endImpersonation', 'impersonate'];

/** A stream stays open until there is something to tell; `imports.test.ts` shows that it tells strangers nothing. */

const walked = endpoints.filter(([, { reply }]) => reply.kind !== 'events');

const readsOnly = (name: string, { method }: Endpoint) => method === 'GET' && name !== 'deleteFile';

describe.each(walked)('%s', (name, endpoint) => {
  it('is for whom the table says, and a refused call changes nothing', async () => {
    const askers = endsSessions.includes(name) ? await gatherPeople(portal) : people;
    const expected = kinds.map((kind) => [kind, expectedVerdict(name, rightTo(name), kind)] as const);
    const told: [Kind, string][] = [];
    const usesThingsUp = typeof rightTo(name) === 'object' && !readsOnly(name, endpoint);
    for (const [kind, verdict] of expected) {
      const isAdmitted = verdict === 'admitted';
      const things = isAdmitted && usesThingsUp ? await makeThings(portal, own, people.admin) : ours;
      const before = isAdmitted ? null : await snapshot();
      told.push([kind, verdictOf(name, await ask(askers[kind], endpoint, requestTo(name, things)))]);
      if (before) expect(await snapshot(), `refused to ${kind}`).toEqual(before);
    }
    expect(told).toEqual(expected);
  });

  it.skipIf(endsSessions.includes(name))(
    'answers alike for a thing of another system and for none, and changes neither',
    async () => {
      if (!namesThings(name)) return;
      const missing = await ask(people.admin, endpoint, requestTo(name, missingThings(own)));
      const before = await snapshot();
      const answer = await ask(people.admin, endpoint, requestTo(name, { ...theirs, systemId: own }));
      expect([answer.status, answer.raw]).toEqual([missing.status, missing.raw]);
      expect(await snapshot()).toEqual(before);
    },
  );

  it.skipIf(endsSessions.includes(name))('tells an admin nothing of another system', async () => {
    const { raw } = await ask(people.otherAdmin, endpoint, requestTo(name, ours));
    expect(raw).not.toContain(markOf(own));
  });
});

it('would see what an answer tells of a system', async () => {
  for (const name of ['searchUsers', 'listMails', 'listAuditLines', 'getUserInfo', 'listCandidates']) {
    const [, endpoint] = endpoints.find(([other]) => other === name) as [string, Endpoint];
    expect((await ask(people.admin, endpoint, requestTo(name, ours))).raw, name).toContain(markOf(own));
  }
});
