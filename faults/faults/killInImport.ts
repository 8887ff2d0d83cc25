import type { Fault } from '../fault.ts';
import { author, importer } from '../rounds/actors.ts';
import { runKillRounds } from '../rounds/killRounds.ts';
import { anyTime, atCommit, atStatement, atSync } from '../rounds/moments.ts';

export const killInImport: Fault = {
  sentence: 'A server killed in the midst of imports has each of them wholly or not at all.',
  group: 'kill',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 2, postgres: 2 },
  run: (run) =>
    runKillRounds(run, {
      actors: [importer, importer, author],
      isMailAway: run.kind === 'postgres',
      moments: run.kind === 'embedded' ? [anyTime, atSync(60)] : [anyTime, atStatement(120), atCommit(40)],
    }),
};
