import { cancelExam, createExamSpace, reactivateExam } from '@guichet/contract/exams/exams';
import { addCandidate } from '@guichet/contract/exams/places';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { attestCandidates, setPresence } from '@guichet/contract/exams/results';
import { correctUser, setRoles } from '@guichet/contract/identity/users.changes';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makeAddress, undoDesk } from '../../imports/fixtures/undoTestbed.ts';

let portal: TestPortal;
let admins: Record<2 | 3, Caller>;
let agent: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admins = {
    2: await portal.as('admin', 2, { firstName: 'Odile', lastName: 'Ailleurs' }),
    3: await portal.as('admin', 3, { firstName: 'Alice', lastName: 'Roy' }),
  };
  agent = await portal.as('support', 3);
});
afterAll(() => portal.close());

const read = () => portal.context.database.read;
const past = () => portal.context.clock.advance(1);
const entriesOf = async (id: number, who = agent) =>
  (await who.call(getPersonHistory, { params: { id } })).reply.entries;

/** Imports people by their first names into a new exam of a system. */
async function importInto(systemId: 2 | 3, title: string, firstNames: readonly string[]) {
  const desk = undoDesk(admins[systemId], systemId);
  const exam = { title, titleEn: `${title} (en)`, examDate: '2027-02-15' };
  const { reply } = await admins[systemId].call(createExamSpace, { params: { systemId }, body: exam });
  const importId = await desk.importList(reply.courseId, firstNames);
  past();
  return { undo: async () => desk.undo(importId, (await desk.look(importId)).fingerprint) };
}

async function idOf(firstName: string) {
  const address = makeAddress(firstName);
  return (
    await read().selectFrom('users').select('id').where('email', '=', address).executeTakeFirstOrThrow()
  ).id;
}

function signedInOnce(userId: number) {
  return portal.context.database.transact((tx) =>
    sql`update users set last_visit_at = created_at where id = ${userId}`.execute(tx),
  );
}

it('their import stays in their history after its undo, which has a line of its own, in the system of the exam alone', async () => {
  const here = await importInto(3, 'Ici', ['Annulee']);
  const elsewhere = await importInto(2, 'Là-bas', ['Annulee']);
  const id = await idOf('Annulee');
  await signedInOnce(id);
  await here.undo();
  past();
  await elsewhere.undo();
  const told = (await entriesOf(id)).filter(({ exam }) => exam !== null);
  expect(told.map(({ event, exam, by, fileName }) => [event, exam, by, fileName])).toEqual([
    ['candidates.importUndone', 'Ici', 'Alice Roy', 'liste.csv'],
    ['imported', 'Ici', 'Alice Roy', 'liste.csv'],
  ]);
  const headers = { 'accept-language': 'en' };
  const { reply } = await agent.call(getPersonHistory, { params: { id }, headers });
  expect(reply.entries.flatMap(({ exam }) => exam ?? [])).toEqual(['Ici (en)', 'Ici (en)']);
  const all = (await entriesOf(id, await portal.superAdmin())).map(({ event, exam }) => `${event} ${exam}`);
  expect(all.slice(0, 2)).toEqual(['candidates.importUndone Là-bas', 'candidates.importUndone Ici']);
});

it('an exam that was cancelled and takes place after all stands in the history of who was in it by then', async () => {
  const { undo } = await importInto(3, 'Suspendu', ['Avant']);
  const id = await idOf('Avant');
  const { exam_id: examId } = await read()
    .selectFrom('enrolments')
    .select('exam_id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const params = { systemId: 3, examId };
  await admins[3].call(cancelExam, { params });
  past();
  await admins[3].call(reactivateExam, { params, body: {} });
  past();
  const { userId: late } = await portal.make('student', 3, { email: makeAddress('Apres') });
  await admins[3].call(addCandidate, { params, body: { email: makeAddress('Apres'), sendEmail: false } });
  const cancellations = async (of: number) =>
    (await entriesOf(of)).flatMap(({ event, exam, by }) =>
      event.startsWith('exam.') ? [`${event} ${exam} ${by}`] : [],
    );
  expect(await cancellations(id)).toEqual([
    'exam.reactivated Suspendu Alice Roy',
    'exam.deactivated Suspendu Alice Roy',
  ]);
  expect(await cancellations(late)).toEqual([]);
  await undo();
});

it('an undo that left them in the exam is not in their history', async () => {
  const { undo } = await importInto(3, 'Reçue', ['Restee', 'Sortie']);
  const [id, out] = [await idOf('Restee'), await idOf('Sortie')];
  await portal.context.database.transact((tx) =>
    sql`update enrolments set attested_at = enrolled_at where user_id = ${id}`.execute(tx),
  );
  await signedInOnce(out);
  await undo();
  const undone = async (userId: number) =>
    (await entriesOf(userId)).filter(({ event }) => event === 'candidates.importUndone').length;
  expect([await undone(id), await undone(out)]).toEqual([0, 1]);
});

it('tells of each change of their address, of one that waits for its link, and of one withdrawn, from where to where', async () => {
  await importInto(3, 'Adresses', ['Mobile']);
  const id = await idOf('Mobile');
  const correct = async (email: string) => {
    const names = { firstName: 'Mobile', lastName: 'Essai', languageId: 'fr' as const };
    const body = { id, ...names, profession: null, newsLetter: false, email };
    expect((await admins[3].call(correctUser, { body })).status).toBe(200);
    past();
  };
  const [first, second, third] = [makeAddress('Mobile'), makeAddress('Mobile2'), makeAddress('Mobile3')];
  await correct(second);
  await signedInOnce(id);
  await correct(third);
  await correct(second);
  const told = (await entriesOf(id)).filter(({ address }) => address !== null);
  expect(told.map(({ event, address, by }) => [event, address, by])).toEqual([
    ['user.newAddressDropped', { from: third, to: null }, 'Alice Roy'],
    ['user.newAddressAsked', { from: second, to: third }, 'Alice Roy'],
    ['account.addressChanged', { from: first, to: second }, 'Alice Roy'],
  ]);
});

it('tells from which exam to which one was moved, the check-in, the attestation, and roles in several systems as one event', async () => {
  await importInto(3, 'Avant', ['Deplacee']);
  const id = await idOf('Deplacee');
  const examOf = async (title: string) =>
    (await read().selectFrom('exams').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
  const { reply: to } = await admins[3].call(createExamSpace, {
    params: { systemId: 3 },
    body: { title: 'Après', examDate: portal.context.clock.today() },
  });
  const removalId = portal.context.clock.uuid();
  const body = { removalId, userIds: [id], toExamId: to.id, sendEmail: false };
  await admins[3].call(moveCandidates, { params: { systemId: 3, examId: await examOf('Avant') }, body });
  past();
  const params = { systemId: 3, examId: to.id };
  const tick = { presence: 'present' as const, secondsAgo: 0 };
  await admins[3].call(setPresence, { params: { ...params, userId: id }, body: tick });
  past();
  await admins[3].call(attestCandidates, { params, body: { userIds: [id], isAttested: true } });
  past();
  const above = await portal.superAdmin();
  const roleList = ['DC', 'Support - PDI', 'Support - NP'];
  expect((await above.call(setRoles, { body: { id, roleList } })).status).toBe(200);
  const told = (await entriesOf(id, above)).filter(({ mail }) => !mail).slice(0, 4);
  expect(told).toMatchObject([
    { event: 'user.rolesChanged', roles: { given: ['support:2', 'support:4'], taken: [] } },
    { event: 'candidates.attested', exam: 'Après' },
    { event: 'candidate.presenceTicked', exam: 'Après', presence: 'present' },
    { event: 'candidates.moved', exam: 'Après', formerExam: 'Avant' },
  ]);
});
