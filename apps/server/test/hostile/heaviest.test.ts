import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { listEntrances } from '@guichet/contract/identity/access';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clearRateLimit } from '../../src/core/rateLimit/rateLimit.ts';
import { listEndpoints } from '../contractEndpoints.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { gatherPeople, type Kind, own } from '../rights/people.ts';
import { type Request, requests } from '../rights/requests.ts';
import { type Right, rights } from '../rights/rights.ts';
import { makeThings, type Things } from '../rights/things.ts';
import { type HeavyRequest, heavyRequests } from './heavyRequests.ts';

/** In milliseconds: processor time of the main thread without a turn for others, and the wait of somebody else. */
const mostStopped = 100;
const mostWaited = 200;
/** The best of so many counts: compilers, garbage and other programs take time as well. */
const looks = 4;
/** After which a request counts as unanswered, with the status 599. */
const mostMilliseconds = 60_000;

/** They end the session of whoever sends them, or wait for somebody outside. */
const leftOut = [
  'logout',
  'endOtherSessions',
  'endImpersonation',
  'watchImport',
  'sendEmailTest',
  'tryMailServer',
];
/** `HEAVIEST=saveMessage,addFile` sends those alone. */
const wanted = process.env.HEAVIEST?.split(',');
const endpoints = (await listEndpoints()).filter(
  ([name]) => !leftOut.includes(name) && (wanted?.includes(name) ?? true),
);

let portal: TestPortal;
let people: Record<Kind, Caller>;
beforeAll(async () => {
  portal = await openTestPortal({ SIGN_INS_PER_MINUTE: '1000000' });
  people = await gatherPeople(portal);
  await fill();
});
afterAll(() => portal.close());

/** A few thousand people of the system, whom searches and lists have to pass. */
async function fill(): Promise<void> {
  const { database, clock } = portal.context;
  await database.transact(async (tx) => {
    await sql`
      insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, created_at)
      select e, e, 'Zoé', 'Côté', 'cote zoe', 'zoe cote ' || e, 'fr', ${clock.now()}
      from (select 'personne' || n || '@etu.example.ca' as e from generate_series(1, 3000) n) p`.execute(tx);
    await sql`
      insert into user_roles (user_id, system_id, role, granted_at)
      select id, ${own}, 'student', created_at from users where email like 'personne%@etu.example.ca'`.execute(
      tx,
    );
  });
}

/** An exam with the longest texts that its form takes, which pages and mails repeat. */
async function lengthen({ examId }: Things): Promise<void> {
  const instructions = '&'.repeat(4000);
  const title = '<'.repeat(128);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('exams')
      .set({ instructions_fr: instructions, instructions_en: instructions, title_fr: title, title_en: title })
      .where('id', '=', examId)
      .execute(),
  );
}

const callerOf = (right: Right | undefined): Kind => {
  if (right === undefined || right === 'anyone') return 'signedOut';
  if (right === 'signedIn') return 'student';
  return right.least === 'participant' ? 'student' : right.least;
};

interface Cost {
  readonly what: string;
  readonly status: number;
  /** The longest turn of the event loop, in processor time. */
  readonly stopped: number;
  /** The longest that somebody else waited for a small answer. */
  readonly waited: number;
}

async function send(endpoint: Endpoint, { loaded }: HeavyRequest, { token }: Caller): Promise<number> {
  const answer = await portal.app.inject({
    method: endpoint.method,
    url: loaded.url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...loaded.headers },
    ...(loaded.payload && { payload: loaded.payload }),
    payloadAsStream: true,
  });
  const stream = answer.stream().resume();
  if (!stream.readableEnded) await once(stream, 'end');
  return answer.statusCode;
}

async function measure(endpoint: Endpoint, request: HeavyRequest, caller: Caller): Promise<Cost> {
  let isOver = false;
  const longest = { stopped: 0, waited: 0 };
  const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  let before = process.threadCpuUsage();
  const look = () => {
    longest.stopped = Math.max(longest.stopped, milliseconds(process.threadCpuUsage(before)));
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  const waitBeside = async () => {
    while (!isOver) {
      const began = performance.now();
      await portal.context.database.ping();
      longest.waited = Math.max(longest.waited, performance.now() - began);
    }
  };
  setImmediate(look);
  const waiting = waitBeside();
  const unanswered = wait(mostMilliseconds, 599, { ref: false });
  const status = await Promise.race([send(endpoint, request, caller), unanswered]);
  isOver = true;
  await waiting;
  return { what: request.what, status, ...longest };
}

/** The least of several looks, if the first one is beyond a bound. */
async function measureWell(endpoint: Endpoint, request: HeavyRequest, caller: Caller): Promise<Cost> {
  let cost = await measure(endpoint, request, caller);
  for (let look = 1; look < looks && isBeyond(cost); look++) {
    const again = await measure(endpoint, request, caller);
    const [stopped, waited] = [Math.min(cost.stopped, again.stopped), Math.min(cost.waited, again.waited)];
    cost = { ...again, stopped, waited };
  }
  return cost;
}

/** What somebody waits grows with what else the machine does; processor time does not. */
function isBeyond({ stopped, waited }: Cost): boolean {
  const load = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
  return stopped > mostStopped || waited > mostWaited * load;
}

/** 503 asks to try again; 500 is a bug, 599 no answer. */
function isWrong([, cost]: readonly [string, Cost]): boolean {
  return isBeyond(cost) || cost.status === 500 || cost.status === 599;
}

const told = (name: string, { what, status, stopped, waited }: Cost) =>
  `${Math.round(stopped)} ms stopped, others waited ${Math.round(waited)} ms: ${name}, ${what} (${status})`;

it('the heaviest request that each schema allows, sent by whoever may, holds nobody up', async () => {
  const all: (readonly [string, Cost])[] = [];
  for (const [name, endpoint] of endpoints) {
    // All of it is asked for within one hour.
    for (const { userId } of Object.values(people)) await clearRateLimit(portal.context, 'ownMail', userId);
    const things = await makeThings(portal, own, people.admin);
    await lengthen(things);
    const caller = people[callerOf(rights[name])];
    const valid = (requests[name] as (of: Things) => Request)(things);
    let taken = '';
    for (const request of heavyRequests(name, endpoint, valid)) {
      if (request.within === taken) continue;
      const cost = await measureWell(endpoint, request, caller);
      all.push([name, cost]);
      if (cost.status < 300) taken = request.what;
    }
    if ((await people.admin.call(listEntrances)).status === 401) people = await gatherPeople(portal);
  }
  const worst = all.toSorted(([, one], [, other]) => other.stopped + other.waited - one.stopped - one.waited);
  const counts = Map.groupBy(all, ([, { status }]) => Math.floor(status / 100));
  console.log(
    [`${all.length} requests`, ...[...counts].map(([group, { length }]) => `${length} × ${group}xx`)].join(
      ', ',
    ),
  );
  for (const [name, cost] of worst.slice(0, 15)) console.log(told(name, cost));
  expect(worst.filter(isWrong).map(([name, cost]) => told(name, cost))).toEqual([]);
  if (!wanted) expect(counts.get(2)?.length).toBeGreaterThan(all.length / 10);
}, 1_200_000);
