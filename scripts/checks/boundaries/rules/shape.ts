import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

const mostLines = 250;
const drawers = /^(?:utils?|helpers?|misc|common|lib|shared)(?:\.|$)/i;

/** Limits the length of files, and forbids generic names. */
export const filesHaveShape: Rule = function* (files) {
  for (const { path, lineCount } of files) {
    if (lineCount > mostLines && !placeOf(path).isTest) {
      yield {
        path,
        line: mostLines + 1,
        rule: 'file-size',
        advice: `${lineCount} lines; split it into files of one thing each (${mostLines} at most)`,
      };
    }
    const drawer = path.split('/').find((segment) => drawers.test(segment));
    if (drawer) {
      yield {
        path,
        line: 1,
        rule: 'no-drawers',
        advice: `"${drawer}" does not say what lies inside; name it after the thing`,
      };
    }
  }
};
