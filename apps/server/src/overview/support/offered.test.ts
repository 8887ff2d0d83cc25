import type { Language } from '@guichet/contract/core/language';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { addCandidate, unenrol } from '@guichet/contract/exams/places';
import {
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/places.removals';
import { importCandidates } from '@guichet/contract/imports/imports';
import { saveMessage } from '@guichet/contract/mail/messages';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { deleteRemovalsBefore } from '../../exams/enrolments/enrolments.service.ts';

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

/** Makes an exam and imports a person without an account into it. */
async function importOne(email: string, title: string) {
  const body = { title, examDate: '2027-02-15' };
  const { id: examId, courseId } = (await admin.call(createExamSpace, { params, body })).reply;
  const file = { name: 'liste.csv', bytes: `Prénom;Nom;Courriel\nMaé;Gagné;${email}` };
  const order = { ...params, languageId: 'fr' as const, selectedCourse: courseId, sendEmail: false };
  await admin.call(importCandidates, { body: order, file });
  const { id } = await portal.context.database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  return { id, examId };
}

test('the invitation that can be sent again says which text would lack the link to a first password, as long as they need one', async () => {
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

test('a removal can be undone from their history by who administers the exam, until their place is given back or forgotten', async () => {
  const { id, examId } = await importOne('retour@etu.example.ca', 'Printemps');
  const other = await importOne('autre@etu.example.ca', 'Automne');
  const of = { params: { ...params, examId } };
  const offers = async (who = admin) =>
    (await historyOf(id, who)).entries.flatMap(({ event, removal }) =>
      removal ? [{ event, ...removal }] : [],
    );
  const back = (removalId: string) => admin.call(putBackCandidates, { ...of, body: { removalId } });
  const draw = () => portal.context.clock.uuid();
  const [alone, several, moved] = [draw(), draw(), draw()] as const;
  const place = { examId, title: 'Printemps' };

  const { learningPlatformId } = await portal.context.database.read
    .selectFrom('enrolments')
    .select('learning_platform_id as learningPlatformId')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  await admin.call(unenrol, { params: { ...of.params, learningPlatformId }, query: { removalId: alone } });
  expect(await offers()).toEqual([{ event: 'candidate.unenrolled', removalId: alone, ...place }]);
  expect(await offers(agent)).toEqual([]);
  await back(alone);
  expect(await offers()).toEqual([]);

  await admin.call(takeOutCandidates, { ...of, body: { userIds: [id], removalId: several } });
  expect(await offers()).toEqual([{ event: 'candidate.unenrolled', removalId: several, ...place }]);
  // Enrolled again in another way, the person is no longer to be put back.
  const again = { email: 'retour@etu.example.ca', sendEmail: false };
  await admin.call(addCandidate, { ...of, body: again });
  expect(await offers()).toEqual([]);

  portal.context.clock.advance(1);
  const move = { userIds: [id], removalId: moved, toExamId: other.examId, sendEmail: false };
  await admin.call(moveCandidates, { ...of, body: move });
  expect(await offers()).toEqual([{ event: 'candidates.moved', removalId: moved, ...place }]);
  await portal.context.database.transact((tx) => deleteRemovalsBefore(tx, new Date('2099-01-01'), 10));
  expect(await offers()).toEqual([]);
});
