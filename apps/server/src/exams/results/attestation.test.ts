import { getExam } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { attestCandidates } from '@guichet/contract/exams/results';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;
let userIds: number[];
let examId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  userIds = [await makePerson(portal), await makePerson(portal)];
  examId = (await makePlainExam(portal, { userIds })).id;
});
afterAll(() => portal.close());

const attest = (
  ids: number[],
  isAttested = true,
  more: { who?: Caller; exam?: number; systemId?: number } = {},
) =>
  (more.who ?? admin).call(attestCandidates, {
    params: { systemId: more.systemId ?? 3, examId: more.exam ?? examId },
    body: { userIds: ids, isAttested },
  });
const marks = async () => {
  const { reply } = await admin.call(listCandidates, { params: { systemId: 3, examId } });
  return userIds.map((id) => reply.find((candidate) => candidate.id === id)?.isAttested);
};
const lines = () =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'system_id', 'detail'])
    .where('subject', '=', `exam:${examId}`)
    .orderBy('id')
    .execute();

it('marks candidates, counts the mark in the search, and takes it back', async () => {
  const [first = 0, second = 0] = userIds;
  expect((await attest([first, first])).reply).toEqual([first]);
  expect(await marks()).toEqual([true, false]);
  const { reply } = await admin.call(searchUsers, { body: { filters: [{ workshopId: examId }] } });
  expect(reply.data.find(({ id }) => id === first)?.attestation).toBe(1);
  expect((await attest([first, second])).reply).toEqual([second]);
  // The page of the exam says how many hold it, and since when.
  const told = async () =>
    (await admin.call(getExam, { params: { systemId: 3, examId } })).reply.attestations;
  expect(await told()).toEqual({ people: 2, lastAt: portal.context.clock.now() });
  await attest([first], false);
  expect((await told())?.people).toBe(1);
  expect(await marks()).toEqual([false, true]);
  const detailOf = (id: number) => ({ name: 'Hiver 2027', candidates: 1, userIds: [id] });
  expect(await lines()).toEqual([
    { action: 'candidates.attested', system_id: 3, detail: detailOf(first) },
    { action: 'candidates.attested', system_id: 3, detail: detailOf(second) },
    { action: 'candidates.attestationTakenBack', system_id: 3, detail: detailOf(first) },
  ]);
  expect((await attest([second], false)).reply).toEqual([second]);
  expect((await attest([second], false)).reply).toEqual([]);
  expect(await told()).toBeUndefined();
});

it('marks all or none: refuses before the exam day, a candidate of another exam, and another system', async () => {
  const stranger = await makePerson(portal);
  const [first = 0] = userIds;
  expect((await attest([first, stranger])).problem.code).toBe('user.notFound');
  const ahead = await makePlainExam(portal, { examDate: '2027-01-12', userIds: [first] });
  expect((await attest([first], true, { exam: ahead.id })).problem.code).toBe('exam.examAhead');
  const foreign = await makePlainExam(portal, { systemId: 2, userIds: [first] });
  expect((await attest([first], true, { exam: foreign.id })).problem.code).toBe('exam.notFound');
  expect((await attest([first], true, { exam: foreign.id, systemId: 2 })).problem.code).toBe('access.denied');
  expect((await attest([])).problem.errors).toEqual([{ path: 'userIds', messageKey: 'required' }]);
  expect(await marks()).toEqual([false, false]);
});

it('requires an admin of the system', async () => {
  expect((await attest(userIds, true, { who: portal.nobody })).status).toBe(401);
  for (const who of [
    await portal.as('support', 3),
    await portal.as('student', 3),
    await portal.as('admin', 2),
  ])
    expect((await attest(userIds, true, { who })).status).toBe(403);
  expect(await marks()).toEqual([false, false]);
});
