import type { Fault } from '../fault.ts';
import { openMoodlePlatform } from '../learning/moodle.ts';
import { killInEachCall } from '../learning/scenario.ts';

export const killBesideMoodle: Fault = {
  sentence:
    'A server killed in each kind of call to Moodle leaves one course, one account and one enrolment of each candidate.',
  group: 'kill',
  databases: ['embedded', 'postgres'],
  // Two rounds kill in each call when Moodle has acted and before it has.
  quickRounds: { embedded: 1 },
  run: (run) => killInEachCall(run, openMoodlePlatform),
};
