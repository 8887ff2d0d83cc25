import { posix } from 'node:path';
import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

/** Imports no other file than the one that its caller named as plain text. */
const askingAgain = 'apps/web/src/core/page/importAgain.ts';

/** Forbids imports that the rules cannot see, such as a file named by `new URL`. */
export const importsAreInPlainSight: Rule = function* (files) {
  const known = new Set(files.map(({ path }) => path));
  for (const { path, uses } of files) {
    const place = placeOf(path);
    for (const { what, text, line } of uses) {
      // A test may read all files of a folder.
      if (what === 'hiddenImport' && !place.isTest && path !== askingAgain) {
        const advice = `${text} is seen by no rule; write the path as plain text in an import`;
        yield { path, line, rule: 'imports-can-be-followed', advice };
      }
      if (what !== 'fileAddress') continue;
      const target = posix.join(posix.dirname(path), text);
      const other = placeOf(target);
      if (!known.has(target)) {
        yield { path, line, rule: 'imports-can-be-followed', advice: `${text} leads to no file` };
      } else if (!place.isTest && (other.package !== place.package || other.room !== place.room)) {
        const advice = `${text} belongs to another room; a thread is started by the room that it lies in`;
        yield { path, line, rule: 'threads-in-their-room', advice };
      }
    }
  }
};
