import type { Fault } from '../fault.ts';
import { openBrightspacePlatform } from '../learning/brightspace.ts';
import { killInEachCall } from '../learning/scenario.ts';

export const killBesideBrightspace: Fault = {
  sentence:
    'A server killed in each kind of call to Brightspace leaves one course, one account and one enrolment of each candidate.',
  group: 'kill',
  databases: ['embedded', 'postgres'],
  // Two rounds kill in each call when Brightspace has acted and before it has.
  quickRounds: { postgres: 1 },
  run: (run) => killInEachCall(run, openBrightspacePlatform),
};
