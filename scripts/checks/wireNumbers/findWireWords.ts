import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSourceFiles } from '../boundaries/sourceFiles.ts';

/** The requirements call an exam a cohort in paths of the API, and in the tab of a system's configuration. */
const required = /\/api\/cohort\b|\\\/api\\\/cohort\b|\btab=cohorts\b|'\/?cohorts?'|\bcohorts:|\.cohorts\b/g;
const isTab = /\/(?:tabs|useTabAddress|SystemConfiguration|topics)\.tsx?$/;
const path = /\/api\/cohort\b|\btab=cohorts\b/g;
const product = /^(?:packages|apps)\/[^/]+\/src\/(?!.*(?:\.test\.|\/fixtures\/|\/testing\/))/;

/** Finds the word cohort in code of the product where the requirements do not put it, as `path:line`. */
export function findCohorts(root: string): string[] {
  return listSourceFiles(root)
    .filter((file) => product.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const rest = line.replace(isTab.test(file) ? required : path, '');
          return /cohort/i.test(rest) ? [`${file}:${at + 1}`] : [];
        }),
    );
}
