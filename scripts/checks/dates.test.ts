import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/place.mjs';

// One form in each language for a day and for a day with its hour (docs/glossary.md, Dates and hours).

/** Where days and hours become texts. */
const formatting = new Set([
  'apps/web/src/core/i18n/formats.ts',
  'packages/contract/src/core/inWords.ts',
  // Not for readers: days and hours of the university as the program compares them, and lines of a calendar file.
  'apps/server/src/core/runtime/clock.ts',
  'packages/contract/src/core/localTime.ts',
  'apps/server/src/exams/candidate/calendar/zoneLines.ts',
  // A drawn leaf of a calendar, beside the date in words.
  'apps/learning-platform/src/pages/parts.ts',
]);

/** Files that draw the columns of a table or write a file, by their names. */
const columns =
  /(?:Table|Row|File|PastImports|AuditList|AuditPage)\.tsx?$|\/Export\w+\.tsx$|\/useSaveList\.ts$/;

const folders = ['apps/web/src', 'apps/server/src', 'apps/learning-platform/src', 'packages/contract/src'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
);
const using = (pattern: RegExp) =>
  files.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8'))).toSorted();

test('days and hours are formatted in one place for the pages and one for the mails, and nowhere else', () => {
  const found = using(/\bDateTimeFormat\b|\.toLocale(?:Date|Time)?String\(/);
  expect(found).toEqual([...formatting].toSorted());
});

test('the short form of a day stands in columns and files alone', () => {
  const found = using(/\bcolumnDa(?:y|te)|\bshortDay\b/).filter((path) => !formatting.has(path));
  expect(found.filter((path) => !columns.test(path))).toEqual([]);
  expect(found.length).toBeGreaterThan(5);
});

/** Whether an exam is to come or past, asked of its first day. */
const firstDay = /\b(?:exam_date|examDate|(?<=[({ ]|exam\.)date)(?:', '| )(?:>=?|<)(?!=)(?:', | )(?!\.\.\.)/;

test('whether an exam is over is asked of its last day, in one place', () => {
  expect(using(firstDay)).toEqual([
    // The lists of the built-in platform, which shows days alone.
    'apps/learning-platform/src/pages/parts.ts',
    // Whether it has begun.
    'apps/server/src/exams/candidate/ownExam.ts',
    // The day of a new exam, and one that is changed.
    'apps/server/src/exams/exam/edit.ts',
    'apps/server/src/exams/exam/exams.service.ts',
    'apps/server/src/exams/results/attestation.service.ts',
    'apps/server/src/identity/account/links/linkTokens.ts',
    // The platform of a course changes before its first day alone.
    'apps/server/src/learning/platforms/move.queries.ts',
    // Whether it has begun.
    'apps/web/src/imports/preview/PeopleNotes.tsx',
  ]);
});

test.each([
  "    .where('exam_date', '>=', today)",
  "    .where('c.exam_date', '>', today)",
  'and c.exam_date >= $2::date',
  "hasExamWithPeople('c.exam_date < $1::date')",
  'if (target.examDate < context.clock.today()) throw',
  '{onUnenrol && exam.date >= today(new Date()) && (',
  '.filter(({ date }) => date >= today(new Date()))',
])('asking the first day of an exam whether it is over is found: %s', (line) => {
  expect(line).toMatch(firstDay);
});
