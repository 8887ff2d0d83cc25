import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { root } from '../setup/place.mjs';
import { findWireNumbers } from './wireNumbers/findWireNumbers.ts';
import { findCohorts } from './wireNumbers/findWireWords.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const codec = "export const sent = z.codec(z.literal(4401), z.literal('refused'), {});";

/** A project with the contract's codecs and one more file. */
function projectWith(path: string, text: string, codecs = codec): string {
  folder = mkdtempSync(join(tmpdir(), 'wire-numbers-'));
  const files = { 'packages/contract/src/identity/sessions.outcomes.ts': codecs, [path]: text };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

it('no wire number occurs outside the codecs of the contract', () => {
  expect(findWireNumbers(root)).toEqual([]);
}, 60_000);

it.each([
  ['an outcome', 'if (reply.statusCode === 4401) stop();'],
  ['an outcome as a type', 'export type Code = 4403 | 4408;'],
  ['an outcome as text', "const code = '4409';"],
  ['an unknown address', 'export const unknownEmail = 1002;'],
  ['a language of a form', 'send({ languageId: 2 });'],
  ['a language as text', "send({ languageId: '1' });"],
  ['a language that is compared', 'const isFrench = form.languageId === 1;'],
  ['a language that is chosen', "const id = language === 'fr' ? 0 : 1;"],
  ['a table of languages', 'const ids = { fr: 1, en: 2 };'],
  ['a level', 'check({ systemId, accessLevel: 3 });'],
  ['levels by their number', 'const level = levels[code];'],
])('%s outside of them is found', (_what, text) => {
  const path = 'apps/server/src/identity/sessions/sessions.service.ts';
  expect(findWireNumbers(projectWith(path, `// one line\n${text}`))).toContainEqual(
    expect.stringMatching(new RegExp(`^${path}:2 `)),
  );
});

it('a wire number in the contract outside a codec is found', () => {
  expect(
    findWireNumbers(projectWith('packages/contract/src/identity/users.ts', 'export const code = 4403;')),
  ).toEqual(['packages/contract/src/identity/users.ts:1 4403']);
});

it.each([
  ['a test', 'apps/server/src/identity/sessions/sessions.test.ts', 'expect(code).toBe(4401);'],
  ['a count in both languages', 'apps/server/src/mail/outbox/a.ts', 'const mails = { fr: 0, en: 0 };'],
  ['another number', 'apps/web/src/app/a.ts', 'const size = 2;'],
])('%s is none', (_what, path, text) => {
  expect(findWireNumbers(projectWith(path, text))).toEqual([]);
});

it('fails when it read no codec', () => {
  const bare = projectWith('apps/server/src/a.ts', 'export {};', 'export {};');
  expect(() => findWireNumbers(bare)).toThrow('they were not read');
});

it('an exam is called a cohort in paths of the API and in the name of a tab alone', () => {
  expect(findCohorts(root)).toEqual([]);
  expect(
    findCohorts(projectWith('apps/server/src/exams/facts/exam.ts', 'export const cohortId = 1;')),
  ).toEqual(['apps/server/src/exams/facts/exam.ts:1']);
  expect(
    findCohorts(projectWith('apps/web/src/exams/a.ts', "export const path = 'GET /api/cohort/:systemId';")),
  ).toEqual([]);
});
