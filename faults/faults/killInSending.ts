import type { Fault } from '../fault.ts';
import { author } from '../rounds/actors.ts';
import { runKillRounds } from '../rounds/killRounds.ts';
import { anyTime, atCommit, atMail, atSync } from '../rounds/moments.ts';

export const killInSending: Fault = {
  sentence: 'A server killed in the midst of sending loses no mail and doubles none but those on the line.',
  group: 'kill',
  databases: ['embedded', 'postgres'],
  // On PostgreSQL a dead process's mails become free when its lease expires; `twoProcesses` tests that as well.
  quickRounds: { embedded: 2 },
  run: (run) =>
    runKillRounds(run, {
      actors: [author],
      moments: [atMail(50), atMail(50), anyTime, run.kind === 'embedded' ? atSync(40) : atCommit(40)],
      mails: 60,
    }),
};
