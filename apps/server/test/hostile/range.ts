import { once } from 'node:events';
import { loadavg } from 'node:os';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { listEntrances } from '@guichet/contract/identity/access';
import { startOutbox } from '../../src/mail/outbox/sending/outbox.worker.ts';
import { listEndpoints } from '../contractEndpoints.ts';
import { type Caller, openTestPortal } from '../portal.ts';
import { foreign, gatherPeople, type Kind, own } from '../rights/people.ts';
import { requests } from '../rights/requests.ts';
import { makeThings, missingThings, type Things } from '../rights/things.ts';
import { type Answered, faultsOfAnswer } from './judge.ts';
import { type Loaded, load } from './load.ts';
import type { Shot } from './shot.ts';

/** Response timeout in ms; longer on a loaded machine, and tried again before it counts. */
const patience = () => 2000 * Math.max(1, loadavg()[0] ?? 0);
/** After this many shots a person may be signed out, or her things used up. */
const shotsPerPerson = 250;
const shotsPerThing = 1000;

/** A portal under test, with a person of every kind and their things. */
export interface Range {
  readonly endpoints: readonly (readonly [string, Endpoint])[];
  readonly counts: Readonly<Record<string, number>>;
  /** Sends a shot; returns the faults of its answer. */
  fire(shot: Shot): Promise<string[]>;
  close(): Promise<void>;
}

export async function openRange(): Promise<Range> {
  const portal = await openTestPortal({ SIGN_INS_PER_MINUTE: '1000000' });
  // The window of a test mail waits until it is sent.
  const outbox = startOutbox(portal.context);
  const endpoints = await listEndpoints();
  const byName = new Map(endpoints);
  const counts: Record<string, number> = {};
  const flying = new Set<Promise<unknown>>();
  let renewed = Promise.resolve();
  let fired = 0;
  let people = await gatherPeople(portal);
  let things = await makeAll();

  async function makeAll(): Promise<Record<Shot['whose'], Things>> {
    return {
      ours: await makeThings(portal, own, people.admin),
      theirs: await makeThings(portal, foreign, people.otherAdmin),
      nobodys: missingThings(own),
    };
  }

  async function renew(nth: number): Promise<void> {
    const isIn = async (kind: Kind) => (await people[kind].call(listEntrances)).status === 200;
    const live: Kind[] = ['student', 'support', 'admin', 'otherAdmin', 'impersonated', 'superAdmin'];
    const areIn = await Promise.all(live.map(isIn));
    if (areIn.includes(false)) people = await gatherPeople(portal);
    if (nth % shotsPerThing === 0) things = await makeAll();
  }

  async function send(
    endpoint: Endpoint,
    { url, headers, payload }: Loaded,
    { token }: Caller,
  ): Promise<Answered> {
    const response = await portal.app.inject({
      method: endpoint.method,
      url,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(payload && { payload }),
      payloadAsStream: true,
    });
    const stream = response.stream();
    const isEndless = String(response.headers['content-type']).startsWith('text/event-stream');
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    await once(stream, isEndless ? 'data' : 'end');
    stream.destroy();
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces).toString() };
  }

  async function aim(shot: Shot): Promise<string[]> {
    const endpoint = byName.get(shot.name) as Endpoint;
    const request = requests[shot.name]?.(things[shot.whose]) ?? {};
    const loaded = load(endpoint, request, shot);
    let faults: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const start = performance.now();
      const answer = await send(endpoint, loaded, people[shot.as]);
      const taken = performance.now() - start;
      const group = `${Math.floor(answer.status / 100)}xx`;
      counts[group] = (counts[group] ?? 0) + 1;
      faults = faultsOfAnswer(answer, loaded.isAddressed ? endpoint : null);
      if (taken <= patience()) return faults;
      faults.push(`${Math.round(taken)} ms`);
    }
    return faults;
  }

  return {
    endpoints,
    counts,
    async fire(shot) {
      fired += 1;
      const nth = fired;
      if (nth % shotsPerPerson === 0)
        renewed = renewed.then(async () => {
          // Requests still running may sign somebody out.
          await Promise.allSettled(flying);
          await renew(nth);
        });
      let gate: Promise<void>;
      do {
        gate = renewed;
        await gate;
      } while (gate !== renewed);
      const flight = aim(shot);
      flying.add(flight);
      return flight.finally(() => flying.delete(flight));
    },
    async close() {
      await outbox.stop();
      await portal.close();
    },
  };
}
