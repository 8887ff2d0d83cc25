import type { Fault } from '../fault.ts';
import { tokenOf } from '../rounds/attacker.ts';
import { runHoldUp } from '../rounds/bystander.ts';

export const intricateTexts: Fault = {
  sentence: 'An administrator of one system who sends texts that are hard to clean holds nobody up.',
  group: 'holdUp',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1, postgres: 1 },
  run: (run) =>
    runHoldUp(run, {
      attack: new URL('../attacks/intricateTexts.ts', import.meta.url),
      prepare: (testbed) => tokenOf(testbed, 'Admin - DC'),
      check({ tally }, _testbed, { 'answered 422': refused = 0, ...others }) {
        tally.expect(refused > 0, `no text was refused: ${JSON.stringify(others)}`);
      },
    }),
};
