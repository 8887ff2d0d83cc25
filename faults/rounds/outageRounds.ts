import type { Run } from '../fault.ts';
import { Stand } from '../places/stand.ts';
import { author, clerk, importer, registrar } from './actors.ts';
import { checkEverything, checkRound } from './checks.ts';
import { bugsIn, writeThrough } from './outage.ts';

/** Breaks something in each round while people write, and holds the ledger against what is there. */
export async function runOutages(
  run: Run,
  outage: (stand: Stand, round: number) => Promise<void>,
): Promise<void> {
  const stand = await Stand.open(await run.machine.open(run.kind));
  try {
    for (let round = 1; round <= run.rounds; round++) {
      await writeThrough(run, stand, [importer, author, registrar, clerk], () => outage(stand, round));
      await checkRound(run.tally, stand, `round ${round}`);
    }
    await checkEverything(run, stand);
    run.tally.disagree(...bugsIn(stand));
  } finally {
    await stand.close();
  }
}
