import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../fault.ts';
import { Testbed } from '../places/testbed.ts';
import { type Actor, importList } from './actors.ts';
import { checkEverything, checkRound } from './checks.ts';
import type { Moment } from './moments.ts';

/** A round whose moment never comes ends by a kill after this. */
const roundMilliseconds = 1500;

export interface KillPlan {
  readonly actors: readonly Actor[];
  readonly moments: readonly Moment[];
  /** Mails that are in the queue before each round, beside those that the actors cause. */
  readonly mails?: number;
  /** The mail server is away until the last round is over: no mail waits for the lease of a process that died. */
  readonly isMailAway?: boolean;
}

/** Lets people write, kills the program in the midst of it, starts it again, and holds the ledger against what is there. */
export async function runKillRounds(run: Run, plan: KillPlan): Promise<void> {
  const testbed = await Testbed.open(await run.machine.open(run.kind));
  try {
    if (plan.isMailAway) await testbed.post.down();
    for (let round = 1; round <= run.rounds; round++) {
      await playRound(run, testbed, plan);
      if (round % 10 === 0) console.log(`  … ${round} rounds, ${run.tally.wrong.length} disagreements`);
    }
    if (plan.isMailAway) await testbed.post.up();
    if (plan.isMailAway) await testbed.portal.kill().then(() => testbed.recover());
    await checkEverything(run, testbed);
  } finally {
    await testbed.close();
  }
}

async function playRound({ chance, tally }: Run, testbed: Testbed, plan: KillPlan): Promise<void> {
  testbed.post.thinkMs = plan.mails ? 2 : 0;
  if (plan.mails)
    await importList(
      { testbed, systemId: 9 },
      { name: testbed.newName('m'), rows: plan.mails, sendEmail: true },
    );
  const over = new AbortController();
  const acting = plan.actors.map((act, n) =>
    act({ testbed, chance: chance.fork(), systemId: n + 1, over: over.signal }),
  );
  const moment = chance.pick(plan.moments)(testbed, chance);
  const wasHit = await Promise.race([
    testbed.portal.ended().then(() => true),
    wait(roundMilliseconds, false, { ref: false }),
  ]);
  await testbed.portal.kill();
  tally.add(wasHit ? 'kills at their moment' : 'kills at the end of a round');
  testbed.post.events = {};
  over.abort();
  await Promise.all(acting);
  tally.took('up again', await testbed.recover());
  await checkRound(tally, testbed, moment);
}
