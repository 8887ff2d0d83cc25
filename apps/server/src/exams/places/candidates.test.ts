import { listedTexts, textsAs } from '@guichet/contract/core/personTexts';
import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates, unenrol } from '@guichet/contract/exams/places';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { importCandidates } from '@guichet/contract/imports/imports';
import { listMails } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';

let portal: TestPortal;
let admin: Caller;
let support: Caller;
let student: Caller;
let neighbour: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  support = await portal.as('support', 3, { email: 'soutien@guichet.test' });
  student = await portal.as('student', 3);
  neighbour = await portal.as('admin', 2);
});
afterAll(() => portal.close());

/** An exam of system 3 with a candidate of each given first name. */
async function makeExam(
  title: string,
  names: readonly string[] = [],
  who = admin,
  systemId = 3,
  sendEmail = false,
) {
  const body = { title, examDate: '2027-05-03' };
  const { reply: exam } = await who.call(createExamSpace, { params: { systemId }, body });
  const lines = names.map((name) => `${name};Essai;${name.toLowerCase()}@etu.example.ca`);
  if (lines.length > 0) {
    const order = { systemId, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail };
    const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\n') };
    await who.call(importCandidates, { body: order, file });
  }
  return exam;
}

const candidatesOf = async (examId: number, who = admin, systemId = 3) =>
  (await who.call(listCandidates, { params: { systemId, examId } })).reply;
const examsOf = async (showAllActive: boolean) =>
  (await admin.call(listExams, { params: { systemId: 3 }, query: { showAllActive } })).reply;
const takeOut = (who: Caller, examId: number, learningPlatformId: string, systemId = 3) =>
  who.call(unenrol, { params: { systemId, examId, learningPlatformId } });

describe('the people of an exam and of a system', () => {
  it('S3.5 a row has the person, the role and, in an exam, the platform enrolment', async () => {
    const exam = await makeExam('Ligne', ['Elodie']);
    const [row] = await candidatesOf(exam.id);
    expect(row).toEqual({
      id: expect.any(Number),
      firstName: 'Elodie',
      lastName: 'Essai',
      fullName: 'Elodie Essai',
      email: 'elodie@etu.example.ca',
      ...textsAs(listedTexts, () => null),
      role: 'DC',
      isActive: true,
      isSelf: false,
      learningPlatformId: expect.stringMatching(/./),
      mailState: null,
      platformState: 'pending',
      isAttested: false,
      presence: null,
      notPresent: null,
      language: 'fr',
      isMailed: false,
      isInvited: false,
      isToInvite: true,
      hasSignedIn: false,
    });
    const { reply: everybody } = await admin.call(listSystemUsers, { params: { systemId: 3 } });
    expect(everybody.find(({ id }) => id === row?.id)).toEqual({
      ...row,
      learningPlatformId: null,
      platformState: null,
      isAttested: null,
      presence: null,
      notPresent: null,
      language: null,
      isMailed: null,
      isInvited: null,
      isToInvite: false,
      hasSignedIn: null,
    });
  });

  it('S7.20 the list of a system has each person with a role in it once', async () => {
    await makeExam('Voisins', ['Voisin'], neighbour, 2);
    await makeExam('Deux fois', ['Bis']);
    await makeExam('Encore', ['Bis']);
    const list = async (who: Caller, systemId: number) =>
      (await who.call(listSystemUsers, { params: { systemId } })).reply.map(({ email }) => email);
    const [here, there] = [await list(support, 3), await list(neighbour, 2)];
    expect(here.filter((email) => email === 'bis@etu.example.ca')).toHaveLength(1);
    expect(here).toContain('soutien@guichet.test');
    expect(here).not.toContain('voisin@etu.example.ca');
    expect(there).toContain('voisin@etu.example.ca');
    expect(there).not.toContain('soutien@guichet.test');
  });

  it('S1.9 S7.20 the list is refused to students, to staff of other systems, and without a session', async () => {
    const ask = (who: Caller) => who.call(listSystemUsers, { params: { systemId: 3 } });
    expect((await ask(portal.nobody)).status).toBe(401);
    for (const who of [student, neighbour]) {
      expect((await ask(who)).problem).toMatchObject({ status: 403, code: 'access.denied' });
    }
  });
});

describe('exams', () => {
  it('S3.3 S3.4 an item has title, day, course and the current number of candidates', async () => {
    const exam = await makeExam('Compte', ['Uno', 'Dua', 'Tria']);
    const item = async () => (await examsOf(true)).find(({ id }) => id === exam.id);
    expect(await item()).toMatchObject({
      id: exam.id,
      title: 'Compte',
      date: '2027-05-03',
      courseId: exam.courseId,
      numberOfCandidates: 3,
    });
    const [first] = await candidatesOf(exam.id);
    await takeOut(support, exam.id, first?.learningPlatformId ?? '');
    expect(await item()).toMatchObject({ numberOfCandidates: 2 });
  });

  it('S7.31 a new one is in both lists, a deactivated one in neither', async () => {
    const { id: examId } = await makeExam('Deux listes');
    const lists = async () => {
      const both = [await examsOf(false), await examsOf(true)];
      return both.map((list) => list.some(({ id }) => id === examId));
    };
    expect(await lists()).toEqual([true, true]);
    await admin.call(cancelExam, { params: { systemId: 3, examId } });
    expect(await lists()).toEqual([false, false]);
  });
});

describe('unenrolling', () => {
  it('S7.19 S6.10 support unenrols only the candidate of the row, with an audit line', async () => {
    const [exam, other] = [await makeExam('Sortie', ['Ada', 'Bob']), await makeExam('Autre', ['Ada'])];
    const [ada] = await candidatesOf(exam.id);
    expect((await takeOut(support, exam.id, ada?.learningPlatformId ?? '')).reply).toBe(true);
    expect((await candidatesOf(exam.id)).map(({ firstName }) => firstName)).toEqual(['Bob']);
    expect((await candidatesOf(other.id)).map(({ firstName }) => firstName)).toEqual(['Ada']);
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['actor_id', 'system_id', 'action'])
      .where('subject', '=', `user:${ada?.id}`)
      .where('actor_id', '=', support.userId)
      .execute();
    expect(lines).toEqual([{ actor_id: support.userId, system_id: 3, action: expect.any(String) }]);
    expect((await takeOut(support, exam.id, ada?.learningPlatformId ?? '')).reply).toBe(false);
  });

  it('tells the mails to those who have left, and who has arrived on the platform, from the candidates', async () => {
    const { id } = await makeExam('Départs', ['Eva', 'Fay', 'Gil'], admin, 3, true);
    const counts = async () => {
      const { numberOfCandidates, arrived, mails, mailsToFormer, formerCandidates } =
        (await examsOf(true)).find((one) => one.id === id) ?? {};
      return { numberOfCandidates, arrived, mails, mailsToFormer, formerCandidates };
    };
    expect(await counts()).toEqual({
      numberOfCandidates: 3,
      arrived: 0,
      mails: { queued: 3 },
      mailsToFormer: 0,
      formerCandidates: 0,
    });
    const [eva] = await candidatesOf(id);
    await systemTransaction(portal.context, async (tx) => {
      await tx.updateTable('outgoing_mails').set({ state: 'sent' }).where('exam_id', '=', id).execute();
      await tx.updateTable('platform_enrolments').set({ state: 'done' }).execute();
      await sql`insert into outgoing_mails (mailing_id, system_id, exam_id, user_id, key, recipient, recipient_name, variables, state, queued_at, next_try_at)
        select mailing_id, system_id, exam_id, user_id, concat(key, ':again'), recipient, recipient_name, variables, state, queued_at, next_try_at
        from outgoing_mails where exam_id = ${id}::bigint and user_id = ${eva?.id ?? 0}::bigint`.execute(tx);
    });
    await takeOut(admin, id, eva?.learningPlatformId ?? '');
    // An enrolment that was taken back is done once the person is off the platform.
    await systemTransaction(portal.context, (tx) =>
      tx.updateTable('platform_enrolments').set({ state: 'done' }).execute(),
    );
    expect(await counts()).toEqual({
      numberOfCandidates: 2,
      arrived: 2,
      mails: { sent: 4 },
      mailsToFormer: 2,
      formerCandidates: 1,
    });
    const former = (await admin.call(listMails, { query: { systemId: 3, examId: id, former: true } })).reply;
    expect(former.mails.map(({ userId }) => userId)).toEqual([eva?.id, eva?.id]);
    expect(former.states).toEqual({ sent: 2 });
  });

  it('stops a mail that a worker holds already, which looks again before it sends', async () => {
    const { id } = await makeExam('Parti', ['Hal', 'Ida'], admin, 3, true);
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sending', leased_by: 'a worker', leased_until: portal.context.clock.now() })
        .where('exam_id', '=', id)
        .execute(),
    );
    const [hal] = await candidatesOf(id);
    await takeOut(admin, id, hal?.learningPlatformId ?? '');
    const mails = await portal.context.database.read
      .selectFrom('outgoing_mails')
      .select(['recipient', 'state'])
      .where('exam_id', '=', id)
      .orderBy('recipient')
      .execute();
    expect(mails.map(({ recipient, state }) => `${recipient} ${state}`)).toEqual([
      'hal@etu.example.ca cancelled',
      'ida@etu.example.ca sending',
    ]);
  });

  it('S6.10 S1.9 students and staff of another system cannot unenrol anybody, whichever system they name', async () => {
    const exam = await makeExam('Garde', ['Cid']);
    const [cid] = await candidatesOf(exam.id);
    const key = cid?.learningPlatformId ?? '';
    expect((await takeOut(portal.nobody, exam.id, key)).status).toBe(401);
    expect((await takeOut(student, exam.id, key)).status).toBe(403);
    expect((await takeOut(neighbour, exam.id, key)).status).toBe(403);
    expect((await takeOut(neighbour, exam.id, key, 2)).problem.code).toBe('exam.notFound');
    expect(await candidatesOf(exam.id)).toEqual([cid]);
  });
});
