import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

/** Nobody has to remember to wake a worker: the statement that queues work notes it on its transaction. */
export const workersWakeAfterTheCommit: Rule = function* (files) {
  for (const { path, uses } of files) {
    const { package: name, isTest } = placeOf(path);
    if (isTest || name !== 'server' || path.startsWith('apps/server/src/core/')) continue;
    for (const { what, text, line } of uses) {
      if (what !== 'notify') continue;
      const advice = `${text}: call notifyAfterCommit in the query that makes the row due`;
      yield { path, line, rule: 'wake-after-commit', advice };
    }
  }
};
