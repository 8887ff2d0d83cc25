import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

const library = 'kysely';
const home = /\.queries\.ts$|^apps\/server\/src\/platform\/database\/|^apps\/server\/migrations\//;

/** SQL stands in named queries: neither its library nor a statement on a handle that was passed in goes elsewhere. */
export const sqlStaysInQueries: Rule = function* (files) {
  for (const { path, imports, uses } of files) {
    const { floor, isTest } = placeOf(path);
    if (isTest || floor === 'outside' || home.test(path)) continue;
    const rule = 'sql-in-queries';
    const advice =
      'SQL stands in *.queries.ts, platform/database/ and migrations; write a named query of the room';
    for (const { line, package: name } of imports) if (name === library) yield { path, line, rule, advice };
    for (const { what, text, line } of uses) {
      if (what === 'sql') yield { path, line, rule, advice: `${text}: ${advice}` };
    }
  }
};
