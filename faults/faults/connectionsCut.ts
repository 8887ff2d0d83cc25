import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { runOutages } from '../rounds/outageRounds.ts';

export const connectionsCut: Fault = {
  sentence: 'Connections to PostgreSQL that break at any time leave no half of anything.',
  group: 'postgres',
  databases: ['postgres'],
  quickRounds: { postgres: 1 },
  run: (run) =>
    runOutages(run, async ({ line }) => {
      for (let cuts = 0; cuts < 4; cuts++) {
        line?.cut();
        await wait(run.chance.whole(10, 400));
      }
    }),
};
