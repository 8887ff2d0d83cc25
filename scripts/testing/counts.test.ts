import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  addCounts,
  countPlaywright,
  countRepeated,
  countVitest,
  listFailedJourneys,
  listFailures,
  listFailuresOutside,
  listRedFiles,
} from './counts.mjs';
import OutsideReporter from './outsideReporter.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-counts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const resultsOf = (...statuses: string[]) => statuses.map((status) => ({ status }));

test('the tests of a Vitest report are counted, and a file that failed before its first test is one failure', () => {
  const testResults = [
    { name: 'a', status: 'passed', assertionResults: resultsOf('passed', 'passed', 'skipped') },
    { name: 'b', status: 'failed', assertionResults: resultsOf('failed', 'pending', 'todo') },
    { name: 'c', status: 'failed', assertionResults: [] },
  ];
  expect(countVitest(report({ testResults }))).toEqual({ passed: 2, failed: 2, skipped: 3 });
});

test('a file that is repeated is counted as it was the second time, on both databases', () => {
  const [a, b] = ['passed', 'failed'].map((status) => ({
    name: 'twice',
    status,
    assertionResults: resultsOf(status, 'passed'),
  }));
  const other = { name: 'once', status: 'passed', assertionResults: resultsOf('passed', 'skipped') };
  const first = report({ testResults: [a, b, other] });
  const red = listRedFiles(first);
  expect(red).toEqual(['twice']);
  const rest = countVitest(first, red);
  expect(rest).toEqual({ passed: 1, failed: 0, skipped: 1 });
  expect(addCounts(rest, countVitest(report({ testResults: [a, a] })))).toEqual({
    passed: 5,
    failed: 0,
    skipped: 1,
  });
});

test('what failed is named with its file and the first line of what it says', () => {
  const failed = {
    status: 'failed',
    fullName: 'a mail is sent',
    failureMessages: ['expected 1 to be 2\n  at x'],
  };
  const testResults = [
    { name: '/code/src/mail.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed' }] },
    { name: '/code/src/hook.test.ts', status: 'failed', message: 'no database\n', assertionResults: [] },
    { name: '/code/src/good.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(listFailures(report({ testResults }), '/code')).toEqual([
    'src/mail.test.ts › a mail is sent: expected 1 to be 2',
    'src/hook.test.ts › the file: no database',
  ]);
});

test('the tests of a Playwright report are counted, skipped ones separately', () => {
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 };
  const file = report({ stats });
  expect(countPlaywright(file)).toEqual({ passed: 6, failed: 2, skipped: 3 });
  expect(countRepeated(file)).toBe(1);
});

test('a missing report counts nothing', () => {
  const missing = join(folder, 'none.json');
  expect(countVitest(missing)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  expect(listRedFiles(missing)).toEqual([]);
});

test('a journey that failed each time is named with its file, however deep it lies; one that was good at last is not', () => {
  const tries = (status: string, ...messages: string[]) => ({
    status,
    results: messages.map((message) => ({ error: { message } })),
  });
  const specs = [
    {
      title: 'a list is imported',
      file: 'line.spec.ts',
      tests: [tries('unexpected', 'once', 'Timed out\n  at x')],
    },
    { title: 'somebody signs in', file: 'line.spec.ts', tests: [tries('flaky', 'once')] },
  ];
  const suites = [{ specs: [], suites: [{ specs }] }];
  expect(listFailedJourneys(report({ suites }))).toEqual([
    'e2e/line.spec.ts › a list is imported: Timed out',
  ]);
});

test('what fails outside of all tests is told, unless the file in which it did is repeated', () => {
  const file = report({ suites: [], errors: [{ message: 'A worker did not end\n  at x' }] });
  expect(listFailuresOutside(file)).toEqual(['outside of all tests: A worker did not end']);
  expect(listFailuresOutside(report({ suites: [], errors: [] }))).toEqual([]);

  vi.stubEnv('OUTSIDE_REPORT', file);
  const ofRed = { message: 'The test had ended', VITEST_TEST_PATH: '/code/red.test.ts' };
  new OutsideReporter().onTestRunEnd([], [{ message: 'Nobody caught this' }, ofRed]);
  vi.unstubAllEnvs();
  const lines = ['outside of all tests: Nobody caught this', 'outside of all tests: The test had ended'];
  expect(listFailuresOutside(file)).toEqual(lines);
  expect(listFailuresOutside(file, ['/code/other.test.ts'])).toEqual(lines);
  expect(listFailuresOutside(file, ['/code/red.test.ts'])).toEqual(lines.slice(0, 1));
});
