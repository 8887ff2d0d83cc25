import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { runOutages } from '../rounds/outageRounds.ts';

export const postgresRestarted: Fault = {
  sentence: 'PostgreSQL that is restarted, or crashes, loses nothing and is written to again at once.',
  group: 'postgres',
  databases: ['postgres'],
  quickRounds: { postgres: 2 },
  run: (run) =>
    runOutages(run, async ({ place: { server } }, round) => {
      await server?.end(round % 2 === 0 ? 'fast' : 'immediate');
      await wait(run.chance.whole(0, 1500));
      await server?.startAgain();
    }),
};
