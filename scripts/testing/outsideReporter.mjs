import { writeFileSync } from 'node:fs';

/** Tells in the file `OUTSIDE_REPORT` what failed outside of all tests, such as a rejection that nobody caught: Vitest's own report has none of it. */
export default class {
  /** @param {unknown} _files @param {readonly {message: string}[]} errors */
  onTestRunEnd(_files, errors) {
    const { OUTSIDE_REPORT: file } = process.env;
    if (file) writeFileSync(file, JSON.stringify({ errors }));
  }
}
