import type { Language } from '@guichet/contract/core/language';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { type Preview, previewImport } from '@guichet/contract/imports/imports';
import { saveMessage } from '@guichet/contract/mail/messages';
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

const withLink = '<p><a href="{{setPasswordUrl}}">Choisir</a></p>';
const withoutLink = '<p><a href="{{loginUrl}}">Entrer</a></p>';
const write = (languageId: Language, body: string, subject = 'Convocation {{setPasswordUrl}}') =>
  admin.call(saveMessage, { params: { systemId: 3, languageId }, body: { subject, body } });

/** The warning in the preview of a list whose lines have these languages. */
async function lackedBy(languages: string, sendEmail = true): Promise<Preview['lacksLink']> {
  const rows = [...languages].map((language, n) => `Zoé;Côté;zoe${n}@x.ca;${language}`);
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel;Langue', ...rows].join('\n') };
  const body = { systemId: 3, languageId: 'fr' as const, selectedCourse, sendEmail };
  const { raw } = await admin.call(previewImport, { body, file });
  return (JSON.parse(raw) as Preview).lacksLink;
}

test('the first message of a system has the link in both languages', async () => {
  expect(await lackedBy('FE')).toEqual([]);
});

test('a text without the password link is told where one of its mails would be sent, whatever its subject has', async () => {
  await write('fr', withoutLink);
  await write('en', withLink);
  expect(await lackedBy('FE')).toEqual(['fr']);
  expect(await lackedBy('E')).toEqual([]);
  expect(await lackedBy('F', false)).toEqual([]);
  await write('en', withoutLink);
  expect(await lackedBy('FE')).toEqual(['fr', 'en']);
  expect(await lackedBy('E')).toEqual(['en']);
});

test('where a language has no text, that of the one which replaces it counts', async () => {
  await write('fr', withoutLink);
  await write('en', '', '');
  expect(await lackedBy('E')).toEqual(['fr']);
  await write('fr', withLink);
  expect(await lackedBy('FE')).toEqual([]);
  await write('fr', '', '');
  expect(await lackedBy('FE')).toEqual([]);
});
