import { createExamSpace } from '@guichet/contract/exams/exams';
import { importCandidates, type Preview, previewImport } from '@guichet/contract/imports/imports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let selectedCourse: string;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const body = { title: 'Hiver', examDate: '2027-04-30' };
  selectedCourse = (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply.courseId;
});
afterAll(() => portal.close());

const body = () => ({ systemId: 3, languageId: 'fr' as const, selectedCourse, sendEmail: false });
const listOf = (emails: readonly string[]) => ({
  name: 'liste.csv',
  bytes: ['Prénom;Nom;Courriel', ...emails.map((email, n) => `Zoé;Côté ${n};${email}`)].join('\r\n'),
});
const doubtful = async (emails: readonly string[]) => {
  const { raw } = await admin.call(previewImport, { body: body(), file: listOf(emails) });
  return (JSON.parse(raw) as Preview).doubtfulDomains;
};
const ten = Array.from({ length: 10 }, (_, n) => `p${n}@uottawa.ca`);

test('the preview warns of mail domains that are probably typing errors, each with its first line', async () => {
  const list = [...ten, 'Zoe@UOtawa.ca', 'lea@gmial.com', 'ana@uotawa.ca', 'bob@carleton.ca', 'eva@yahoo.fr'];
  expect(await doubtful(list)).toEqual([
    { line: 12, email: 'Zoe@UOtawa.ca', domain: 'uotawa.ca', meant: 'uottawa.ca', addresses: 2 },
    { line: 13, email: 'lea@gmial.com', domain: 'gmial.com', meant: 'gmail.com', addresses: 1 },
  ]);
  // The warning refuses nobody.
  const { reply } = await admin.call(importCandidates, { body: body(), file: listOf(list) });
  expect(reply).toBe(15);
});

test('a list without any warns of none, and one of many errors names fifty', async () => {
  expect(await doubtful(ten)).toEqual([]);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const wrong = [...letters].flatMap((letter) => [
    `uott${letter}wa.ca`,
    `uo${letter}ttawa.ca`,
    `u${letter}ttawa.ca`,
  ]);
  const others = [...new Set(wrong)].filter((domain) => domain !== 'uottawa.ca');
  const found = await doubtful([...ten, ...others.map((domain) => `zoe@${domain}`)]);
  expect(found).toHaveLength(50);
  expect(new Set(found.map(({ meant }) => meant))).toEqual(new Set(['uottawa.ca']));
});
