import { tokenOf } from '../rounds/attacker.ts';
import { holdUp } from '../rounds/bystander.ts';

export const refusedUploads = holdUp('A candidate who sends list after list of 58 MB holds nobody up.', {
  attack: new URL('../attacks/longUploads.ts', import.meta.url),
  prepare: (testbed) => tokenOf(testbed, 'DC'),
  check({ tally }, _testbed, { 'answered 403': refused = 0, ...others }) {
    tally.expect(refused > 0, `no upload was refused before its body: ${JSON.stringify(others)}`);
  },
});
