import { unreadable } from '../hiddenImports.ts';
import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

/** An import that leads nowhere is an import that no other rule has seen. */
export const importsCanBeFollowed: Rule = function* (files) {
  for (const { path, imports } of files) {
    for (const { file, package: name, specifier, line } of imports) {
      if (file !== null || name !== null) continue;
      // A test may go through all files of a folder.
      if (specifier === unreadable && placeOf(path).isTest) continue;
      yield {
        path,
        line,
        rule: 'imports-can-be-followed',
        advice: `"${specifier}" leads to no file; write its path with its ending as plain text`,
      };
    }
  }
};
