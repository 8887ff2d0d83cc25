import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../../bench/measure/observe.ts';
import type { Settings } from '../../e2e/fixtures/portalProcess.ts';
import { type Counts, startAttack } from '../attacks/startAttack.ts';
import type { Run } from '../fault.ts';
import type { Client } from '../history/client.ts';
import { attackCore, pin, portalCore } from '../places/cores.ts';
import { Testbed } from '../places/testbed.ts';

/** An attack that one person, or nobody in particular, may try at any time. */
export interface HoldUp<Order extends object> {
  /** The module of the attack: it runs in a process of its own, on another core than the portal. */
  readonly attack: URL;
  /** Of the portal, where the attack is met only with other ones. */
  readonly settings?: Settings;
  /** What the attack has to know; made before it begins. */
  prepare(testbed: Testbed): Promise<Order> | Order;
  /** Tries what somebody else must be able to do meanwhile. */
  meanwhile?(run: Run, testbed: Testbed, over: AbortSignal): Promise<void>;
  /** Looks at what the attacker was told, once it is over. */
  check?(run: Run, testbed: Testbed, counts: Counts): Promise<void> | void;
}

const idleMilliseconds = 1500;
const attackMilliseconds = 4000;
/** Before the first look at how long others wait: an attack has to get under way. */
const startMilliseconds = 500;
/** Others use the machine too: what holds nobody up is quick in one of so many looks, what holds somebody up in none. */
const mostLooks = 5;

const boundMilliseconds = 200;
const boundTimesIdle = 3;

/**
 * Measures how long an administrator waits who has nothing to do with an attack, first idle and then while it goes on;
 * the wait is to stay below three times the idle one, or below 200 ms.
 */
export async function runHoldUp<Order extends object>(run: Run, plan: HoldUp<Order>): Promise<void> {
  const testbed = await Testbed.open(await run.machine.open(run.kind), plan.settings);
  try {
    pin(testbed.portal.pid, portalCore);
    const order = { url: testbed.portal.url, ...(await plan.prepare(testbed)) };
    await ask(testbed.client, wait(1000));
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
  for (let look = 1; ; look++) {
    const idle = await ask(testbed.client, wait(idleMilliseconds));
    const attack = await startAttack(plan.attack, order, attackCore);
    const over = new AbortController();
    const meanwhile = plan.meanwhile?.(run, testbed, over.signal);
    await wait(startMilliseconds);
    const during = await ask(testbed.client, wait(attackMilliseconds));
    over.abort();
    await meanwhile;
    const counts = await attack.stop();
    const bound = Math.max(boundMilliseconds, boundTimesIdle * p99(idle));
    const isHeldUp = !(p99(during) < bound);
    if (isHeldUp && look < mostLooks) {
      tally.add('looks again');
      continue;
    }
    for (const waited of idle) tally.took('a bystander waits, idle', waited);
    for (const waited of during) tally.took('a bystander waits, attacked', waited);
    for (const [what, count] of Object.entries(counts)) tally.add(what, count);
    tally.expect(
      !isHeldUp,
      `a bystander waits ${Math.round(p99(during))} ms (p99; idle ${Math.round(p99(idle))} ms)`,
    );
    await plan.check?.(run, testbed, counts);
    return;
  }
}

/** Small pages, as an administrator opens them. */
const pages = ['/api/cohort/3', '/api/system', '/api/message/3/1', '/api/user/getusersystem/3'];
const everyMilliseconds = 25;

/**
 * Asks for a page at fixed moments, whether the one before has come or not, so that a time in which nothing is answered
 * counts for everybody who would have asked in it. Answers how long each waited; whoever was refused waits for ever.
 */
async function ask(client: Client, until: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const began = performance.now();
  const waits: Promise<number>[] = [];
  for (let n = 0; !isOver; n++) {
    const due = began + n * everyMilliseconds;
    await wait(Math.max(0, due - performance.now()));
    waits.push(askAt(client, pages[n % pages.length] ?? '', due));
  }
  return Promise.all(waits);
}

async function askAt(client: Client, page: string, due: number): Promise<number> {
  const { status } = await client.get(page);
  return status === 200 ? performance.now() - due : Number.POSITIVE_INFINITY;
}

function p99(waits: readonly number[]): number {
  return percentile(
    waits.toSorted((a, b) => a - b),
    0.99,
  );
}
