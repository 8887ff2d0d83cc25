import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPlaywright, countRepeated, countVitest } from './counts.mjs';

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

test('the tests of a Vitest report are counted, and a file that failed before its first test is one failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{}, {}] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [] },
  ];
  expect(
    countVitest(
      report({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 4, numTodoTests: 1, testResults }),
    ),
  ).toEqual({ passed: 2, failed: 2, skipped: 5 });
});

test('the tests of a Playwright report are counted, skipped ones separately', () => {
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 };
  const file = report({ stats });
  expect(countPlaywright(file)).toEqual({ passed: 6, failed: 2, skipped: 3 });
  expect(countRepeated(file)).toBe(1);
});

test('a missing report counts nothing', () => {
  expect(countVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
