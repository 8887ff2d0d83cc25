import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { freeze } from '../places/pauseProcess.ts';
import { runOutages } from '../rounds/outageRounds.ts';

export const postgresFrozen: Fault = {
  sentence: 'PostgreSQL that hangs for seconds holds nobody up for ever, and loses nothing.',
  group: 'postgres',
  databases: ['postgres'],
  quickRounds: { postgres: 1 },
  run: (run) =>
    runOutages(run, async ({ place: { server } }, round) => {
      const thaw = freeze(server?.pid ?? 0);
      await wait(round === 1 ? 5000 : run.chance.whole(5000, 15_000));
      thaw();
    }),
};
