import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../../bench/measure/observe.ts';
import type { Settings } from '../../e2e/fixtures/portalProcess.ts';
import { type Counts, startAttack } from '../attacks/startAttack.ts';
import { failed } from '../attacks/underWay.ts';
import type { Fault, Run } from '../fault.ts';
import type { Client } from '../history/client.ts';
import { attackCore, pin, portalCore } from '../places/cores.ts';
import { Testbed } from '../places/testbed.ts';

/** An attack by one person or an anonymous client. */
export interface HoldUp<Order extends object> {
  /** The module of the attack, run in its own process, on another core than the portal. */
  readonly attack: URL;
  /** Settings of the portal that the attack needs. */
  readonly settings?: Settings;
  /** Input of the attack, created before it begins. */
  prepare(testbed: Testbed): Promise<Order> | Order;
  /** Searches of people that the bystander makes besides opening pages. */
  readonly searched?: readonly string[];
  /** Checks what other people must be able to do meanwhile. */
  meanwhile?(run: Run, testbed: Testbed, over: AbortSignal): Promise<void>;
  /** How long it is measured, in milliseconds. */
  readonly attackMilliseconds?: number;
  /** The attack goes on beyond the measurement until there are these replies, without which it proves nothing. */
  isEnough?(counts: Counts): boolean;
  /** Checks the replies to the attacker, afterwards. */
  check?(run: Run, testbed: Testbed, counts: Counts): Promise<void> | void;
}

const idleMilliseconds = 1500;
const attackMilliseconds = 4000;
/** In milliseconds: the attack runs before the first measurement. */
const startMilliseconds = 500;
/** Several measurements, the best of which counts, since other programs use the machine too. */
const mostLooks = 5;

const boundMilliseconds = 200;
const boundTimesIdle = 3;

/** A fault of that attack, on both databases. */
export function holdUp<Order extends object>(sentence: string, plan: HoldUp<Order>): Fault {
  return {
    sentence,
    group: 'holdUp',
    databases: ['embedded', 'postgres'],
    quickRounds: { embedded: 1, postgres: 1 },
    run: (run) => runHoldUp(run, plan),
  };
}

/**
 * Measures the waits of an uninvolved administrator, first idle and then during an attack; they must stay below three
 * times the idle ones, or below 200 ms.
 */
export async function runHoldUp<Order extends object>(run: Run, plan: HoldUp<Order>): Promise<void> {
  const testbed = await Testbed.open(await run.machine.open(run.kind), plan.settings);
  try {
    pin(testbed.portal.pid, portalCore);
    const order = { url: testbed.portal.url, ...(await plan.prepare(testbed)) };
    await ask(testbed.client, wait(1000), plan.searched);
    for (let round = 1; round <= run.rounds; round++) await playRound(run, testbed, plan, order);
    const { status } = await testbed.client.get('/api/valid/health');
    run.tally.expect(status === 200, `the portal is not well afterwards (${status})`);
  } finally {
    await testbed.close();
  }
}

async function playRound<Order extends object>(
  run: Run,
  testbed: Testbed,
  plan: HoldUp<Order>,
  order: Order & { readonly url: string },
): Promise<void> {
  const { tally } = run;
  let calm = Number.POSITIVE_INFINITY;
  for (let look = 1; ; look++) {
    const idle = await ask(testbed.client, wait(idleMilliseconds), plan.searched);
    const attack = await startAttack(plan.attack, order, attackCore);
    const over = new AbortController();
    const meanwhile = plan.meanwhile?.(run, testbed, over.signal);
    await wait(startMilliseconds);
    const measured = wait(plan.attackMilliseconds ?? attackMilliseconds);
    const during = await ask(testbed.client, measured, plan.searched);
    over.abort();
    await meanwhile;
    const counts = await attack.stop(plan.isEnough ?? (() => true));
    // What an attack leaves behind also slows the idle portal of the next look, and is no excuse for it.
    calm = Math.min(calm, p99(idle));
    const bound = Math.max(boundMilliseconds, boundTimesIdle * calm);
    const isHeldUp = !(p99(during) < bound);
    if (isHeldUp && look < mostLooks) {
      tally.add('looks again');
      continue;
    }
    for (const waited of idle) tally.took('a bystander waits, idle', waited);
    for (const waited of during) tally.took('a bystander waits, attacked', waited);
    for (const [what, count] of Object.entries(counts)) tally.add(what, count);
    for (const what of Object.keys(counts)) tally.expect(!what.startsWith(failed), what);
    tally.expect(
      !isHeldUp,
      `a bystander waits ${Math.round(p99(during))} ms (p99; idle ${Math.round(calm)} ms)`,
    );
    await plan.check?.(run, testbed, counts);
    return;
  }
}

/** Small pages that administrators open. */
const pages = ['/api/cohort/3', '/api/system', '/api/message/3/1', '/api/user/getusersystem/3'];
const everyMilliseconds = 25;

/**
 * Requests a page, or searches, at fixed times, whether or not the previous reply has come, so that a stall counts for
 * every request in it. Returns the wait of each in milliseconds; Infinity for a refused one.
 */
async function ask(
  client: Client,
  until: Promise<unknown>,
  searched: readonly string[] = [],
): Promise<number[]> {
  const searches = searched.map((searchTerm) => ({ filters: [{ searchTerm }] }));
  const calls = [
    ...pages.map((page) => () => client.get(page)),
    ...searches.map((body) => () => client.post('/api/user/search', body)),
  ];
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const began = performance.now();
  const waits: Promise<number>[] = [];
  for (let n = 0; !isOver; n++) {
    const due = began + n * everyMilliseconds;
    await wait(Math.max(0, due - performance.now()));
    waits.push(waitOf(calls[n % calls.length]?.(), due));
  }
  return Promise.all(waits);
}

async function waitOf(call: ReturnType<Client['get']> | undefined, due: number): Promise<number> {
  const reply = await call;
  return reply?.status === 200 ? performance.now() - due : Number.POSITIVE_INFINITY;
}

function p99(waits: readonly number[]): number {
  return percentile(
    waits.toSorted((a, b) => a - b),
    0.99,
  );
}
