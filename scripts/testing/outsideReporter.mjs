import { writeFileSync } from 'node:fs';

/**
 * Tells in the file `OUTSIDE_REPORT` what failed outside of all tests, such as a rejection that nobody caught, and while which
 * file ran: Vitest's own report has none of it.
 */
export default class {
  /** @param {unknown} _files @param {readonly {message: string, VITEST_TEST_PATH?: string}[]} failures */
  onTestRunEnd(_files, failures) {
    const { OUTSIDE_REPORT: file } = process.env;
    const errors = failures.map(({ message, VITEST_TEST_PATH }) => ({ message, file: VITEST_TEST_PATH }));
    if (file) writeFileSync(file, JSON.stringify({ errors }));
  }
}
