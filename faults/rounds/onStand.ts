import type { Run } from '../fault.ts';
import { Stand } from '../places/stand.ts';
import { checkEverything } from './checks.ts';

/** Plays all rounds on one stand, then holds everything against the ledger. */
export async function playRounds(
  run: Run,
  play: (stand: Stand, round: number) => Promise<void>,
  check = (stand: Stand): unknown => checkEverything(run, stand),
): Promise<void> {
  const stand = await Stand.open(await run.machine.open(run.kind));
  try {
    for (let round = 1; round <= run.rounds; round++) await play(stand, round);
    await check(stand);
  } finally {
    await stand.close();
  }
}
