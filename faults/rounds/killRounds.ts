import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../fault.ts';
import { Testbed } from '../places/testbed.ts';
import { type Actor, importList } from './actors.ts';
import { checkEverything, checkRound } from './checks.ts';
import type { Moment } from './moments.ts';

/** In milliseconds: a round whose moment does not come ends with a kill after this. */
const roundMilliseconds = 1500;

export interface KillPlan {
  readonly actors: readonly Actor[];
  readonly moments: readonly Moment[];
  /** Mails queued before each round, besides those of the actors. */
  readonly mails?: number;
  /** The mail server is down until the end of the last round, so that no mail waits for a dead process's lease. */
  readonly isMailAway?: boolean;
}

/** Kills the program during writes, restarts it, and compares its data with the history. */
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
