import { listAuditLines } from '@guichet/contract/core/audit';
import { unenrol } from '@guichet/contract/exams/places';
import { attestCandidates, setPresence } from '@guichet/contract/exams/results';
import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { previewUndo, undoImport } from '@guichet/contract/imports/imports.past';
import { getMail } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openMovingDesk, uuid } from '../../exams/places/fixtures/movingDesk.ts';
import { makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';
import { queueMails } from '../../mail/outbox/fixtures/mails.ts';

let portal: TestPortal;
let admin: Caller;
let desk: Awaited<ReturnType<typeof openMovingDesk>>;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  await giveExtraTimeRight(portal, admin, 3);
  desk = await openMovingDesk(portal, admin);
});
afterAll(() => portal.close());

/** The lines that a search for a person finds, oldest first. */
const found = async (person: string, who = admin) =>
  (await who.call(listAuditLines, { query: { person } })).reply.lines
    .map(({ action, people }) => [action, ...people].join(', '))
    .toReversed();

it('finds who was imported, moved, put back and taken out, alone or with others, and not the others’ lines', async () => {
  const names = ['Aarav', 'Bea', 'Cleo', 'Dina', 'Eric'];
  const [exam, other] = [await desk.makeExam('Ici', names), await desk.makeExam('Là')];
  const [aarav = 0, bea = 0, cleo = 0, dina = 0, eric = 0] = await desk.idsOf(exam.id);
  const [move, removal] = [uuid(), uuid()];
  await desk.move(exam.id, other.id, [aarav, bea], { removalId: move });
  await desk.putBack(exam.id, move);
  await desk.takeOut(exam.id, [bea, cleo, dina, eric], { removalId: removal });
  await desk.putBack(exam.id, removal);
  const of = { systemId: 3, examId: exam.id };
  await admin.call(unenrol, { params: { ...of, learningPlatformId: `g${aarav}` } });
  expect(await found('Aarav')).toEqual([
    'candidates.imported',
    'candidates.moved, Aarav Essai, Bea Essai',
    'candidates.putBack, Aarav Essai, Bea Essai',
    'candidate.unenrolled',
  ]);
  const ofMany = ['candidates.imported', 'candidates.unenrolled', 'candidates.putBack'];
  expect(await found('éric ESSAI')).toEqual(ofMany);
  expect((await found('Bea')).toSpliced(1, 2)).toEqual(ofMany);
  expect(await found('Aarav', await portal.as('admin', 2))).toEqual([]);
});

it('finds whose import was undone, although they are no student of the reader any more, by name alone', async () => {
  await makePerson(portal, {
    email: 'fay@etu.example.ca',
    firstName: 'Fay',
    lastName: 'Essai',
    roles: [{ role: 'student', systemId: 5 }],
  });
  const exam = await desk.makeExam('Défait', ['Fay']);
  const params = { systemId: 3, importId: await desk.importOf(exam.id) };
  const { reply } = await admin.call(previewUndo, { params });
  const { fingerprint = '' } = reply as { fingerprint?: string };
  expect((await admin.call(undoImport, { params, body: { fingerprint } })).status).toBe(200);
  expect(await found('fay essai')).toContain('candidates.importUndone, Fay Essai');
  expect(await found('fay@etu')).not.toContain('candidates.importUndone, Fay Essai');
});

it('finds whose result, presence and mail a line is about, and not who was given extra time', async () => {
  const [gil, others] = [
    await makePerson(portal, { firstName: 'Gil', lastName: 'Élie' }),
    [await makePerson(portal), await makePerson(portal), await makePerson(portal)],
  ];
  const { id: examId } = await makePlainExam(portal, { userIds: [gil, ...others] });
  const params = { systemId: 3, examId, userId: gil };
  await admin.call(setExtraTime, { params, body: { extraTime: { minutes: 30, factor: null } } });
  await admin.call(setPresence, { params, body: { presence: 'present', secondsAgo: 0 } });
  for (const userIds of [[gil], others])
    await admin.call(attestCandidates, { params, body: { userIds, isAttested: true } });
  await admin.call(attestCandidates, { params, body: { userIds: [gil], isAttested: false } });
  const expiresAt = '2027-02-10T15:00:00.000Z';
  const secretLink = { purpose: 'firstPassword', subject: `${gil}`, expiresAt } as const;
  const [mailId = 0] = await queueMails(portal.context, [
    { email: 'g@b.ca', firstName: 'Gil', lastName: 'Élie', userId: gil, secretLink },
  ]);
  await (await portal.superAdmin()).call(getMail, { params: { mailId } });
  expect(await found('Gil Elie')).toEqual([
    'candidate.presenceTicked',
    'candidates.attested, Gil Élie',
    'candidates.attestationTakenBack, Gil Élie',
    'mail.read',
  ]);
});
