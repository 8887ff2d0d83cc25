import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

/** A service owns its exported functions: re-exports keep the name of the original. */
export const servicesOwnTheirVerbs: Rule = function* (files) {
  for (const { path, uses } of files) {
    if (placeOf(path).package !== 'server' || !path.endsWith('.service.ts')) continue;
    for (const { what, text, line } of uses) {
      if (what !== 'renamedExport') continue;
      const advice = `${text}: write the verb here, or let callers import it from where it lives`;
      yield { path, line, rule: 'services-own-verbs', advice };
    }
  }
};
