import type { Run } from '../fault.ts';
import type { Stand } from '../places/stand.ts';
import { author, clerk, importer, registrar } from './actors.ts';
import { checkEverything, checkRound } from './checks.ts';
import { playRounds } from './onStand.ts';
import { bugsIn, writeThrough } from './outage.ts';

/** Breaks something in each round while people write, and holds the ledger against what is there. */
export async function runOutages(
  run: Run,
  outage: (stand: Stand, round: number) => Promise<void>,
): Promise<void> {
  await playRounds(
    run,
    async (stand, round) => {
      await stand.signInAgain();
      await writeThrough(run, stand, [importer, author, registrar, clerk], () => outage(stand, round));
      await checkRound(run.tally, stand, `round ${round}`);
    },
    async (stand) => {
      await checkEverything(run, stand);
      run.tally.disagree(...bugsIn(stand));
    },
  );
}
