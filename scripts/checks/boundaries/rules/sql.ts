import { sqlFiles } from '../importRules/productRules.ts';
import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

const mayHoldSql = new RegExp(sqlFiles.join('|'));

/** SQL belongs in named queries: also a statement on a handle passed as an argument, which needs no import. */
export const sqlStaysInQueries: Rule = function* (files) {
  for (const { path, uses } of files) {
    const { package: name, isTest } = placeOf(path);
    if (isTest || name === 'outside' || mayHoldSql.test(path)) continue;
    for (const { what, text, line } of uses) {
      if (what !== 'sql') continue;
      const advice = `${text}: SQL stands in *.queries.ts, platform/database/ and migrations; write a named query`;
      yield { path, line, rule: 'sql-in-queries', advice };
    }
  }
};
