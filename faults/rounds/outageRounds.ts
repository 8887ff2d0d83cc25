import type { Run } from '../fault.ts';
import type { Testbed } from '../places/testbed.ts';
import { author, clerk, importer, registrar } from './actors.ts';
import { checkEverything, checkRound } from './checks.ts';
import { playRounds } from './onTestbed.ts';
import { bugsIn, writeThrough } from './outage.ts';

/** Causes an outage during writes in each round, and compares the data with the history. */
export async function runOutages(
  run: Run,
  outage: (testbed: Testbed, round: number) => Promise<void>,
): Promise<void> {
  await playRounds(
    run,
    async (testbed, round) => {
      await testbed.signInAgain();
      await writeThrough(run, testbed, [importer, author, registrar, clerk], () => outage(testbed, round));
      await checkRound(run.tally, testbed, `round ${round}`);
    },
    async (testbed) => {
      await checkEverything(run, testbed);
      run.tally.disagree(...bugsIn(testbed));
    },
  );
}
