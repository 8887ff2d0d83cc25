import type { Fault } from '../fault.ts';
import { tokenOf } from '../rounds/attacker.ts';
import { runHoldUp } from '../rounds/bystander.ts';

export const endlessStreams: Fault = {
  sentence: 'A candidate who opens stream after stream of an import holds nobody up.',
  group: 'holdUp',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1, postgres: 1 },
  run: (run) =>
    runHoldUp(run, {
      attack: new URL('../attacks/progressStreams.ts', import.meta.url),
      prepare: (testbed) => tokenOf(testbed, 'DC'),
      check({ tally }, _testbed, { 'answered 429': refused = 0, ...others }) {
        tally.expect(refused > 0, `no stream was refused: ${JSON.stringify(others)}`);
      },
    }),
};
