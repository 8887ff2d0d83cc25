import { tokenOf } from '../rounds/attacker.ts';
import { holdUp } from '../rounds/bystander.ts';

export const intricateTexts = holdUp(
  'An administrator of one system who sends texts that are hard to clean holds nobody up.',
  {
    attack: new URL('../attacks/intricateTexts.ts', import.meta.url),
    prepare: (testbed) => tokenOf(testbed, 'Admin - DC'),
    check({ tally }, _testbed, { 'answered 422': refused = 0, ...others }) {
      tally.expect(refused > 0, `no text was refused: ${JSON.stringify(others)}`);
    },
  },
);
