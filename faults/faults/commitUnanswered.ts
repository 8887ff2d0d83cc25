import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { runOutages } from '../rounds/outageRounds.ts';

const leastCommits = 40;
const longestMilliseconds = 15_000;

export const commitUnanswered: Fault = {
  sentence: 'A COMMIT whose answer is lost on the way is never called done where it is not, nor half.',
  group: 'postgres',
  databases: ['postgres'],
  quickRounds: { postgres: 1 },
  run: (run) =>
    runOutages(run, async ({ line }) => {
      let commits = 0;
      if (!line) return;
      // Of every four, one commit arrives and one does not, and neither is answered.
      line.judge = (passing) => {
        if (passing !== 'end') return 'pass';
        commits += 1;
        return commits % 4 === 0 ? 'passThenCut' : commits % 4 === 2 ? 'hold' : 'pass';
      };
      const began = performance.now();
      while (commits < leastCommits && performance.now() - began < longestMilliseconds) await wait(20);
      line.judge = () => 'pass';
    }),
};
