import type { Language } from '@guichet/contract/core/language';
import { createExamSpace } from '@guichet/contract/exams';
import { importCandidates } from '@guichet/contract/imports';
import { saveMessage } from '@guichet/contract/messages';
import { getPersonHistory } from '@guichet/contract/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let agent: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  agent = await portal.as('support', 3);
});
afterAll(() => portal.close());

const params = { systemId: 3 };
const historyOf = async (id: number, who = agent) =>
  (await who.call(getPersonHistory, { params: { id } })).reply;

/** Makes an exam and imports one person into it, who has no account before. */
async function importOne(email: string, title: string) {
  const body = { title, examDate: '2027-02-15' };
  const { id: cohortId, courseId } = (await admin.call(createExamSpace, { params, body })).reply;
  const file = { name: 'liste.csv', bytes: `Prénom;Nom;Courriel\nMaé;Gagné;${email}` };
  const order = { ...params, languageId: 'fr' as const, selectedCourse: courseId, sendEmail: false };
  await admin.call(importCandidates, { body: order, file });
  const { id } = await portal.context.database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  return { id, cohortId };
}

test('the invitation that can be sent again says which text would lack the link to a first password, as long as she needs one', async () => {
  const { id } = await importOne('lien@etu.example.ca', 'Hiver');
  const lacked = async () => (await historyOf(id)).invitations.map(({ lacksLink }) => lacksLink);
  const save = (languageId: Language, subject: string, body: string) =>
    admin.call(saveMessage, { params: { ...params, languageId }, body: { subject, body } });
  expect(await lacked()).toEqual([null]);
  await save('fr', 'Convocation', '<p>Bonjour</p>');
  expect(await lacked()).toEqual(['fr']);
  await save('fr', '', '');
  await save('en', 'Exam', '<p>Hello</p>');
  expect(await lacked()).toEqual(['en']);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('users')
      .set({ password_hash: 'x', must_choose_password_since: null })
      .where('id', '=', id)
      .execute(),
  );
  expect(await lacked()).toEqual([null]);
});
