import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @type {Counts} */
export const noTests = { passed: 0, failed: 0, skipped: 0 };

/** @typedef {{status: string, fullName?: string, failureMessages?: string[]}} TestResult */
/** @typedef {{name: string, status: string, message?: string, assertionResults: TestResult[]}} FileResult */

/**
 * Counts the tests of a Vitest report. A file that failed before its first test counts as one failure. A file that
 * runs on two databases is in it twice.
 * @param {string} reportFile
 * @param {readonly string[]} leftOut files that are counted elsewhere
 * @returns {Counts}
 */
export function countVitest(reportFile, leftOut = []) {
  const results = listResults(reportFile).filter(({ name }) => !leftOut.includes(name));
  const statuses = results.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const countOf = (/** @type {string[]} */ ...wanted) =>
    statuses.filter((status) => wanted.includes(status)).length;
  const broken = results.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: countOf('passed'),
    failed: countOf('failed') + broken.length,
    skipped: countOf('skipped', 'pending', 'todo'),
  };
}

/**
 * The files of a Vitest report in which something failed, on whichever database, each once.
 * @param {string} reportFile
 * @returns {string[]}
 */
export function listRedFiles(reportFile) {
  const red = listResults(reportFile).filter(({ status }) => status === 'failed');
  return [...new Set(red.map(({ name }) => name))];
}

/**
 * What failed in a Vitest report, a line each: file, test, and the first line of what it says.
 * @param {string} reportFile
 * @param {string} folder to which the files are relative
 * @returns {string[]}
 */
export function listFailures(reportFile, folder) {
  return listResults(reportFile)
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // What fails around the tests, as a hook does, is the file's own.
      const all = failed.length > 0 ? failed : [{ fullName: 'the file', failureMessages: [message ?? ''] }];
      return all.map(
        ({ fullName, failureMessages: [said = ''] = [] }) =>
          `${relative(folder, name)} › ${fullName}: ${said.split('\n')[0]}`,
      );
    });
}

/** @param {Counts} one @param {Counts} other @returns {Counts} */
export function addCounts(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** @param {string} reportFile @returns {FileResult[]} */
function listResults(reportFile) {
  return readReport(reportFile)?.testResults ?? [];
}

/**
 * Counts the tests of a Playwright report.
 * @param {string} reportFile
 * @returns {Counts}
 */
export function countPlaywright(reportFile) {
  const report = readReport(reportFile);
  if (!report) return noTests;
  const { expected, flaky, unexpected, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/**
 * The journeys that passed only when they were repeated.
 * @param {string} reportFile
 * @returns {number}
 */
export function countRepeated(reportFile) {
  return readReport(reportFile)?.stats.flaky ?? 0;
}

/**
 * What failed in a Playwright report each time it was tried, a line each, as `listFailures` does.
 * @param {string} reportFile
 * @returns {string[]}
 */
export function listFailedJourneys(reportFile) {
  return (readReport(reportFile)?.suites ?? []).flatMap(listFailedOfSuite);
}

/**
 * What failed outside of all tests, a line each, as the end of a worker does or a rejection that nobody caught: no test that
 * is repeated shows it again.
 * @param {string} reportFile of Playwright or of `outsideReporter.mjs`
 * @param {readonly string[]} leftOut files that are repeated whole, and in which it would show again
 * @returns {string[]}
 */
export function listFailuresOutside(reportFile, leftOut = []) {
  /** @type {{message?: string, file?: string}[]} */
  const errors = readReport(reportFile)?.errors ?? [];
  return errors
    .filter(({ file }) => file === undefined || !leftOut.includes(file))
    .map(({ message = '' }) => `outside of all tests: ${message.split('\n')[0]}`);
}

/**
 * @typedef {{status: string, results: {error?: {message?: string}}[]}} JourneyTries
 * @typedef {{specs?: {title: string, file: string, tests: JourneyTries[]}[], suites?: Suite[]}} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function listFailedOfSuite({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(
        ({ results }) => `e2e/${file} › ${title}: ${results.at(-1)?.error?.message?.split('\n')[0] ?? ''}`,
      ),
  );
  return [...failed, ...suites.flatMap(listFailedOfSuite)];
}

/**
 * Counts the faults of a report of `faults/command.ts`, per database.
 * @param {string} reportFile
 * @returns {Counts}
 */
export function countFaults(reportFile) {
  return readReport(reportFile) ?? noTests;
}

/** @param {string} reportFile */
function readReport(reportFile) {
  return existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null;
}
