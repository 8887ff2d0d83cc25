import { listAuditLines } from '@guichet/contract/core/audit';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import { sendLetter } from '@guichet/contract/exams/letters';
import { unenrol } from '@guichet/contract/exams/places';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { updatePassword } from '@guichet/contract/identity/account.given';
import { resetFactors } from '@guichet/contract/identity/factors';
import { endUserSessions } from '@guichet/contract/identity/sessions.list';
import {
  correctUser,
  deleteUser,
  getUserInfo,
  type PersonFields,
  updateUsers,
} from '@guichet/contract/identity/users.changes';
import { lockUser, unlockUser } from '@guichet/contract/identity/users.locking';
import { getPersonHistory, inviteAgain } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import {
  type CandidateDesk,
  openCandidateDesk,
  zoeEmail,
} from '../../exams/candidate/fixtures/candidateDesk.ts';
import { insertStudent } from '../../identity/users/users.service.ts';

let desk: CandidateDesk;
let admin: Caller;
let zoe: number;
let examId: number;
let otherId: number;
/** Known to system 2 alone, and enrolled by the administrator of system 3. */
let guest: number;
beforeAll(async () => {
  desk = await openCandidateDesk();
  admin = desk.admins[3];
  zoe = desk.zoe.userId;
  const abroad = await desk.portal.make('student', 2, { email: 'guest@etu.example.ca' });
  guest = abroad.userId;
  desk.portal.context.clock.advance(60);
  examId = await desk.makeExam('Hiver', '2027-02-15', [zoeEmail, 'guest@etu.example.ca']);
  otherId = await desk.makeExam('Printemps', '2027-04-15', []);
  const of = { userId: zoe, systemId: 2, tenantScope: 'all' as const, now: desk.portal.context.clock.now() };
  await systemTransaction(desk.portal.context, (tx) => insertStudent(tx, of));
});
afterAll(() => desk.portal.close());

const inExam = () => ({ params: { systemId: 3, examId } });
const infoOf = async (id: number, who = admin) => (await who.call(getUserInfo, { body: { id } })).reply;

/** Corrects what the administrator reads of a person; the rest stays as it is. */
async function correct(id: number, change: Partial<PersonFields>, who = admin) {
  const info = await infoOf(id, who);
  const { firstName, lastName, language, email, newsLetter } = info;
  const texts = textsAs(personTextNames, (name) => info[name]);
  const seen = { firstName, lastName, language, email, ...texts, newsLetter };
  const { language: languageId, ...rest } = { ...seen, ...change };
  return who.call(correctUser, { body: { id, ...rest, languageId: languageId ?? undefined, seen } });
}

describe('an administrator of one of the systems of a person may', () => {
  it('correct their language and student number, which the systems’ administrators read, and nothing else', async () => {
    expect((await infoOf(zoe)).mayManage).toBe(false);
    expect((await infoOf(zoe)).mayCorrect).toBe(true);
    const { reply } = await correct(zoe, { language: 'en', studentNumber: '300123456' });
    expect(reply).toMatchObject({ outcome: 'corrected' });
    expect(await infoOf(zoe, desk.admins[2])).toMatchObject({ language: 'en', studentNumber: '300123456' });
    const lines = (await desk.admins[2].call(listAuditLines, { query: { systemId: 2 } })).reply.lines;
    expect(lines.map(({ action }) => action)).toContain('user.corrected');
    const corrected = async (who: Caller) => {
      const { reply } = await who.call(getPersonHistory, { params: { id: zoe } });
      return reply.entries.find(({ event }) => event === 'user.corrected');
    };
    const changes = [
      { field: 'language', from: 'fr', to: 'en' },
      { field: 'studentNumber', from: null, to: '300123456' },
    ];
    expect(await corrected(admin)).toMatchObject({ by: 'Zoé Côté', isOfOthers: false, changes });
    const abroad = await desk.portal.as('support', 2);
    expect(await corrected(abroad)).toMatchObject({ by: null, isOfOthers: true, changes });
    const others: Partial<PersonFields>[] = [
      { firstName: 'Zoë' },
      { email: 'autre@etu.example.ca' },
      { profession: 'Juge' },
      { newsLetter: true },
    ];
    for (const change of others) {
      const { problem } = await correct(zoe, change);
      expect(problem).toMatchObject({ status: 403, code: 'user.outOfReach' });
    }
    expect((await infoOf(zoe)).firstName).toBe('Zoé');
  });

  it('correct what their own systems state of a guest; the account stays', async () => {
    await correct(guest, { language: 'en', studentNumber: '7' });
    expect(await infoOf(guest)).toMatchObject({ isGuest: true, language: 'en', studentNumber: '7' });
    expect(await infoOf(guest, desk.admins[2])).toMatchObject({ language: 'fr', studentNumber: null });
    await correct(guest, { studentNumber: null });
    expect(await infoOf(guest)).toMatchObject({ language: 'en', studentNumber: null });
    expect((await correct(guest, { lastName: 'X' })).problem.code).toBe('user.outOfReach');
  });

  it('invite them again, write to them, move them and take them out', async () => {
    const again = { requestId: desk.portal.context.clock.uuid() };
    for (const id of [zoe, guest]) {
      const { reply } = await admin.call(inviteAgain, { params: { id, examId }, body: again });
      expect(['sent', 'underWay']).toContain(reply);
    }
    const letter = { subjectFr: 'Salle', bodyFr: '<p>Salle 2</p>', subjectEn: '', bodyEn: '' };
    const sent = { ...letter, audience: 'all' as const, requestId: desk.portal.context.clock.uuid() };
    expect((await admin.call(sendLetter, { ...inExam(), body: sent })).reply).toBe(2);
    const removalId = desk.portal.context.clock.uuid();
    const move = { userIds: [zoe, guest], removalId, toExamId: otherId, sendEmail: false };
    expect((await admin.call(moveCandidates, { ...inExam(), body: move })).status).toBe(200);
    const { externalList } = await infoOf(zoe);
    const learningPlatformId = externalList.find(({ systemId }) => systemId === 3)?.key ?? '';
    const { reply } = await admin.call(unenrol, {
      params: { systemId: 3, examId: otherId, learningPlatformId },
      query: { removalId: desk.portal.context.clock.uuid() },
    });
    expect(reply).toBe(true);
  });

  it('end their sessions and lock them, whoever had them first; never a guest', async () => {
    const both = await desk.portal.make('student', 2);
    desk.portal.context.clock.advance(60);
    const of = {
      userId: both.userId,
      systemId: 3,
      tenantScope: 'all' as const,
      now: desk.portal.context.clock.now(),
    };
    await systemTransaction(desk.portal.context, (tx) => insertStudent(tx, of));
    const named = (id: number) => ({ params: { id } });
    expect((await infoOf(both.userId)).mayLock).toBe(true);
    expect((await admin.call(endUserSessions, named(both.userId))).status).toBe(200);
    expect((await admin.call(lockUser, named(both.userId))).status).toBe(200);
    expect((await (await desk.portal.superAdmin()).call(unlockUser, named(both.userId))).status).toBe(200);
    for (const refused of [lockUser, endUserSessions])
      expect((await admin.call(refused, named(guest))).problem.code).toBe('user.outOfReach');
  });
});

it('a password, a second factor, deactivation and deletion need somebody who administers all their systems', async () => {
  const password = { newPassword: 'Autre-Cle#2', confirmNewPassword: 'Autre-Cle#2' };
  const refusals = [
    await admin.call(updatePassword, { body: { userId: zoe, ...password } as never }),
    await admin.call(resetFactors, { params: { id: zoe } }),
    await admin.call(updateUsers, { body: { Ids: [zoe], Action: 'deactivate' } }),
  ];
  for (const { problem } of refusals) expect(problem).toMatchObject({ status: 403, code: 'user.outOfReach' });
  const deleted = await admin.call(deleteUser, { params: { systemId: 3 }, body: { id: zoe } });
  expect(deleted.problem.code).toBe('user.inOtherSystems');
});
