import type { Fault } from '../fault.ts';
import { author, clerk, registrar } from '../rounds/actors.ts';
import { runKillRounds } from '../rounds/killRounds.ts';
import { anyTime, atCommit, atStatement, atSync } from '../rounds/moments.ts';

export const killInSaving: Fault = {
  sentence:
    'A server killed in the midst of saving has everything that it acknowledged, and no half of the rest.',
  group: 'kill',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 2, postgres: 2 },
  run: (run) =>
    runKillRounds(run, {
      actors: [author, author, registrar, clerk],
      isMailAway: run.kind === 'postgres',
      moments: run.kind === 'embedded' ? [anyTime, atSync(60)] : [anyTime, atStatement(120), atCommit(40)],
    }),
};
