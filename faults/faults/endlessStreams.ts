import { tokenOf } from '../rounds/attacker.ts';
import { holdUp } from '../rounds/bystander.ts';

export const endlessStreams = holdUp(
  'A candidate who opens stream after stream of an import holds nobody up.',
  {
    attack: new URL('../attacks/progressStreams.ts', import.meta.url),
    prepare: (testbed) => tokenOf(testbed, 'DC'),
    check({ tally }, _testbed, { 'answered 429': refused = 0, ...others }) {
      tally.expect(refused > 0, `no stream was refused: ${JSON.stringify(others)}`);
    },
  },
);
