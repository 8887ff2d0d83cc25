import type { Run } from '../fault.ts';
import { Testbed } from '../places/testbed.ts';
import { checkEverything } from './checks.ts';

/** Runs all rounds on one testbed, then compares everything with the history. */
export async function playRounds(
  run: Run,
  play: (testbed: Testbed, round: number) => Promise<void>,
  check = (testbed: Testbed): unknown => checkEverything(run, testbed),
): Promise<void> {
  const testbed = await Testbed.open(await run.machine.open(run.kind));
  try {
    for (let round = 1; round <= run.rounds; round++) await play(testbed, round);
    await check(testbed);
  } finally {
    await testbed.close();
  }
}
