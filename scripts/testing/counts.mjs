import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @type {Counts} */
export const noTests = { passed: 0, failed: 0, skipped: 0 };

/**
 * Counts the tests of a Vitest report. A file that failed before its first test counts as one failure.
 * @param {string} reportFile
 * @returns {Counts}
 */
export function countVitest(reportFile) {
  const report = readReport(reportFile);
  if (!report) return noTests;
  const brokenFiles = report.testResults.filter(
    (/** @type {{status: string, assertionResults: unknown[]}} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
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
