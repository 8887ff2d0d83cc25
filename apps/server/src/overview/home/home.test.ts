import { fold } from '@guichet/contract/core/fold';
import { cancelExam, createExamSpace, getExam } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { inviteCandidates } from '@guichet/contract/exams/notices.invitations';
import { listCandidates } from '@guichet/contract/exams/places';
import { importCandidates } from '@guichet/contract/imports/imports';
import { saveMessage } from '@guichet/contract/mail/messages';
import { listMails } from '@guichet/contract/mail/outbox';
import { listSystemWork, type SystemWork } from '@guichet/contract/overview/home';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';

let portal: TestPortal;
let admin: Caller;
let neighbour: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  neighbour = await portal.as('admin', 2);
  superAdmin = await portal.superAdmin();
  await createExam('2027-05-04', 'Quatrième');
  await createExam('2027-05-03', 'Troisième');
  await createExam('2027-05-02', 'Deuxième', ['Dan']);
  await createExam('2027-05-01', 'Première', ['Ana', 'Bob', 'Cléo']);
  await createExam('2027-04-30', 'Annulée', ['Eva']);
  await createExam('2027-01-12', 'Passée', ['Fée']);
});
afterAll(() => portal.close());

const courses = new Map<string, { id: number; courseId: string }>();

/** An exam of system 3 with these candidates, whose mails are queued. */
async function createExam(examDate: string, title: string, candidates: readonly string[] = []) {
  const params = { systemId: 3 };
  const { reply: exam } = await admin.call(createExamSpace, { params, body: { title, examDate } });
  courses.set(title, exam);
  if (candidates.length === 0) return;
  const lines = candidates.map((name) => `${name};Essai;${fold(name)}@etu.example.ca`);
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\n') };
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  expect((await admin.call(importCandidates, { body: order, file })).status).toBe(200);
}

const examOf = (title: string) => courses.get(title) as { id: number; courseId: string };
const change = (work: (tx: WriteTx) => Promise<unknown>) => systemTransaction(portal.context, work);
const workOf = async (caller: Caller) => (await caller.call(listSystemWork)).reply;
const own = async () => (await workOf(admin))[0] as SystemWork;

const failMails = (title: string, name: string) =>
  change((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state: 'failed' })
      .where('exam_id', '=', examOf(title).id)
      .where('recipient_name', '=', `${name} Essai`)
      .execute(),
  );

describe('who sees the figures of home', () => {
  it('an administrator those of their systems, a super admin all', async () => {
    expect((await workOf(admin)).map(({ systemId }) => systemId)).toEqual([3]);
    expect((await workOf(neighbour)).map(({ systemId }) => systemId)).toEqual([2]);
    expect((await workOf(superAdmin)).map(({ systemId }) => systemId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('each their own, when several ask at the same moment and share the statements', async () => {
    const everybody = [admin, neighbour, admin, superAdmin];
    const replies = await Promise.all(everybody.map(workOf));
    const [own, other, , all] = replies.map((work) => work.map(({ systemId }) => systemId));
    expect([own, other, all]).toEqual([[3], [2], [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    expect(replies[3]?.filter(({ systemId }) => systemId === 3)).toEqual(replies[0]);
  });

  it('nobody else: not support, not candidates, not somebody signed out', async () => {
    expect((await portal.nobody.call(listSystemWork)).status).toBe(401);
    for (const role of ['support', 'student'] as const)
      expect((await (await portal.as(role, 3)).call(listSystemWork)).status).toBe(403);
  });

  it('nothing of a neighbour’s system stands in them', async () => {
    expect(await workOf(neighbour)).toEqual([
      {
        systemId: 2,
        comingExams: 0,
        nextExams: [],
        examsFailedOnPlatform: 0,
        examsDrifted: 0,
        examsShut: 0,
        examsRepaired: 0,
        rowsRepaired: 0,
        unresolvedMails: 0,
        messageGap: null,
        reminderGap: null,
        examsInOneLanguage: 0,
        titlesInOneLanguage: [],
        examsIncomplete: 0,
        examsBehind: 0,
        examsUntold: 0,
        examsClashing: 0,
        examsNotSignedIn: 0,
        firstSteps: ['exam', 'text', 'list', 'people'].map((step) => ({ step, isDone: false })),
        hasSender: false,
      },
    ]);
  });
});

describe('the first steps of a system', () => {
  it('are done one by one, and gone once somebody of an exam has signed in', async () => {
    const fresh = await portal.as('admin', 6);
    const params = { systemId: 6 };
    const open = async () =>
      (await workOf(fresh))[0]?.firstSteps?.flatMap(({ step, isDone }) => (isDone ? [] : step)) ?? null;
    expect(await open()).toEqual(['exam', 'text', 'list', 'people']);
    const body = { title: 'Premier', examDate: '2027-04-30' };
    const { reply: exam } = await fresh.call(createExamSpace, { params, body });
    const text = { subject: 'Bienvenue', body: '<p>Bonjour</p>' };
    await fresh.call(saveMessage, { params: { systemId: 6, languageId: 'fr' }, body: text });
    expect(await open()).toEqual(['list', 'people']);
    // A text of the exam's own alone does as well.
    await change((tx) =>
      tx.updateTable('messages').set({ exam_id: exam.id }).where('system_id', '=', 6).execute(),
    );
    expect(await open()).toEqual(['list', 'people']);
    const file = { name: 'liste.csv', bytes: 'Prénom;Nom;Courriel\nPia;Essai;pia@etu.example.ca' };
    const order = { systemId: 6, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
    await fresh.call(importCandidates, { body: order, file });
    expect(await open()).toEqual(['people']);
    await change((tx) =>
      tx.updateTable('users').set({ last_visit_at: new Date() }).where('email', 'like', 'pia@%').execute(),
    );
    expect(await open()).toBeNull();
  });
});

describe('the sender of a new system', () => {
  it('is missing until somebody reads the answers, also where the address is the portal’s', async () => {
    const fresh = await portal.as('admin', 7);
    const isSet = async () => (await workOf(fresh))[0]?.hasSender;
    const set = (fields: object) =>
      change((tx) => tx.updateTable('systems').set(fields).where('id', '=', 7).execute());
    expect(await isSet()).toBe(false);
    await set({ email_from: 'no-reply@uni.example.ca' });
    expect(await isSet()).toBe(false);
    await set({ email_from: null, reply_to: 'secretariat@uni.example.ca' });
    expect(await isSet()).toBe(true);
  });
});

describe('the figures of home', () => {
  it('the next three exams by date, with their candidates and those who have never signed in', async () => {
    await admin.call(cancelExam, { params: { systemId: 3, examId: examOf('Annulée').id } });
    portal.context.clock.advance(2 * 24 * 60 * 60);
    admin = await portal.as('admin', 3);
    superAdmin = await portal.superAdmin();
    await change((tx) =>
      tx.updateTable('users').set({ last_visit_at: new Date() }).where('email', 'like', 'ana@%').execute(),
    );
    const work = await own();
    expect(work.nextExams).toMatchObject([
      { title: 'Première', date: '2027-05-01', startTime: '', placeFr: '', candidates: 3, notSignedIn: 2 },
      { title: 'Deuxième', date: '2027-05-02', candidates: 1, notSignedIn: 1 },
      { title: 'Troisième', date: '2027-05-03', candidates: 0, notSignedIn: 0 },
    ]);
    const params = { systemId: 3 };
    expect(work.comingExams).toBe((await admin.call(listExams, { params })).reply.length);
    const examId = examOf('Première').id;
    const { reply: candidates } = await admin.call(listCandidates, { params: { systemId: 3, examId } });
    expect(candidates.filter(({ hasSignedIn }) => hasSignedIn === false)).toHaveLength(2);
  });

  it('an exam of today is to come until its end, and still under the other figures until the day is over', async () => {
    const params = { systemId: 9 };
    const other = await portal.as('admin', 9);
    const examDate = portal.context.clock.today();
    const times = { startTime: '00:00', endTime: '00:01' };
    await other.call(createExamSpace, { params, body: { title: 'Aux aurores', examDate, ...times } });
    const figures = async () => (await workOf(other))[0];
    expect(await figures()).toMatchObject({ comingExams: 0, nextExams: [], examsInOneLanguage: 1 });
    await other.call(createExamSpace, { params, body: { title: 'Sans heure', examDate } });
    expect(await figures()).toMatchObject({ comingExams: 1, nextExams: [{ title: 'Sans heure' }] });
  });

  it('how many people of the next exams have no invitation, as many as may be invited', async () => {
    const examId = examOf('Troisième').id;
    const params = { systemId: 3, examId };
    const toInvite = async () => (await own()).nextExams.map((exam) => exam.toInvite);
    const mayInvite = async () =>
      (await admin.call(listCandidates, { params })).reply.filter((one) => one.isToInvite).length;
    expect(await toInvite()).toEqual([0, 0, 0]);
    const file = {
      name: 'liste.csv',
      bytes: 'Prénom;Nom;Courriel\nGil;Essai;gil@etu.example.ca\nHal;Essai;hal@etu.example.ca',
    };
    const order = { systemId: 3, languageId: 'fr' as const, sendEmail: false };
    await admin.call(importCandidates, {
      body: { ...order, selectedCourse: examOf('Troisième').courseId },
      file,
    });
    expect([await toInvite(), await mayInvite()]).toEqual([[0, 0, 2], 2]);
    const deactivate = (at: Date | null) =>
      change((tx) =>
        tx.updateTable('users').set({ deactivated_at: at }).where('email', 'like', 'hal@%').execute(),
      );
    await deactivate(new Date());
    expect([await toInvite(), await mayInvite()]).toEqual([[0, 0, 1], 1]);
    await deactivate(null);
    expect((await admin.call(inviteCandidates, { params, body: {} })).reply).toBe(2);
    expect([await toInvite(), await mayInvite()]).toEqual([[0, 0, 0], 0]);
    await change((tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'cancelled' })
        .where('exam_id', '=', examId)
        .where('recipient_name', '=', 'Gil Essai')
        .execute(),
    );
    expect([await toInvite(), await mayInvite()]).toEqual([[0, 0, 1], 1]);
    await change((tx) => tx.deleteFrom('enrolments').where('exam_id', '=', examId).execute());
  });

  it('whoever has signed in, before or after they were added to an exam, in whatever scope', async () => {
    const idOf = async (email: string) =>
      (
        await portal.context.database.read
          .selectFrom('users')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).id;
    // In the scope of another system, on which the figure must not depend.
    const visit = (email: string, at: Date | null) =>
      portal.context.database.transact(
        (tx) => tx.updateTable('users').set({ last_visit_at: at }).where('email', '=', email).execute(),
        [9],
      );
    const absentOf = async (title: string) =>
      (await own()).nextExams.find((exam) => exam.title === title)?.notSignedIn;
    const [ana, dan] = [await idOf('ana@etu.example.ca'), await idOf('dan@etu.example.ca')];
    await change(async (tx) => {
      for (const userId of [ana, dan])
        await tx
          .insertInto('enrolments')
          .values({
            system_id: 3,
            exam_id: examOf('Troisième').id,
            user_id: userId,
            learning_platform_id: `p-${userId}`,
            import_id: null,
            enrolled_at: new Date(),
            attested_at: null,
          })
          .execute();
    });
    expect([await absentOf('Deuxième'), await absentOf('Troisième')]).toEqual([1, 1]);
    await visit('dan@etu.example.ca', new Date());
    expect([await absentOf('Deuxième'), await absentOf('Troisième')]).toEqual([0, 0]);
    await visit('dan@etu.example.ca', null);
    expect([await absentOf('Deuxième'), await absentOf('Troisième')]).toEqual([1, 1]);
    await change((tx) => tx.deleteFrom('enrolments').where('exam_id', '=', examOf('Troisième').id).execute());
  });

  it('failed mails of exams to come, as many as their list holds', async () => {
    for (const [title, name] of [
      ['Première', 'Ana'],
      ['Première', 'Bob'],
      ['Annulée', 'Eva'],
      ['Passée', 'Fée'],
    ] as const)
      await failMails(title, name);
    expect((await own()).unresolvedMails).toBe(2);
    const { reply } = await admin.call(listMails, { query: { systemId: 3, unresolved: true } });
    expect(reply.mails.map(({ recipientName }) => recipientName).toSorted()).toEqual([
      'Ana Essai',
      'Bob Essai',
    ]);
    expect([reply.totalItems, reply.states]).toEqual([2, { failed: 2 }]);
    const endOn = (end_date: string) =>
      change((tx) =>
        tx.updateTable('exams').set({ end_date }).where('id', '=', examOf('Passée').id).execute(),
      );
    await endOn(portal.context.clock.today());
    expect((await own()).unresolvedMails).toBe(3);
    await endOn('');
    const { reply: all } = await admin.call(listMails, { query: { systemId: 3, state: 'failed' } });
    expect(all.totalItems).toBe(4);
  });

  it('also those to candidates who were told of a change since: that mail is not the invitation, with its password link', async () => {
    await change(async (tx) => {
      const mail = await tx
        .selectFrom('outgoing_mails')
        .selectAll()
        .where('exam_id', '=', examOf('Première').id)
        .where('recipient_name', '=', 'Ana Essai')
        .executeTakeFirstOrThrow();
      const { id: _, ...mailing } = await tx
        .selectFrom('mailings')
        .selectAll()
        .where('id', '=', mail.mailing_id)
        .executeTakeFirstOrThrow();
      const notice = await tx
        .insertInto('mailings')
        .values({
          ...mailing,
          purpose: 'examChanged',
          variables: JSON.stringify(mailing.variables),
          source: mailing.source && JSON.stringify(mailing.source),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: __, ...later } = { ...mail, mailing_id: notice.id, key: 'changed', state: 'sent' as const };
      await tx
        .insertInto('outgoing_mails')
        .values({ ...later, variables: JSON.stringify(mail.variables), answers: '[]' })
        .execute();
    });
    expect((await own()).unresolvedMails).toBe(2);
    const { id: examId } = examOf('Première');
    const { reply } = await admin.call(listCandidates, { params: { systemId: 3, examId } });
    expect(reply.map(({ firstName, mailState }) => [firstName, mailState])).toContainEqual(['Ana', 'failed']);
  });

  it('not those of a candidate who left, or who has had a later mail of that kind', async () => {
    const examId = examOf('Première').id;
    await change(async (tx) => {
      const mail = await tx
        .selectFrom('outgoing_mails')
        .selectAll()
        .where('exam_id', '=', examId)
        .where('recipient_name', '=', 'Ana Essai')
        .executeTakeFirstOrThrow();
      const { id: _, ...later } = { ...mail, key: 'again', state: 'sent' as const };
      await tx
        .insertInto('outgoing_mails')
        .values({ ...later, variables: JSON.stringify(mail.variables), answers: '[]' })
        .execute();
    });
    expect((await own()).unresolvedMails).toBe(1);
    await change((tx) =>
      tx
        .deleteFrom('enrolments')
        .where('exam_id', '=', examId)
        .where('user_id', 'in', (row) => row.selectFrom('users').select('id').where('email', 'like', 'bob@%'))
        .execute(),
    );
    expect((await own()).unresolvedMails).toBe(0);
  });

  it('failed mails about no exam for thirty days', async () => {
    await failMails('Deuxième', 'Dan');
    await change((tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ exam_id: null })
        .where('recipient_name', '=', 'Dan Essai')
        .execute(),
    );
    expect((await own()).unresolvedMails).toBe(1);
    portal.context.clock.advance(31 * 24 * 60 * 60);
    admin = await portal.as('admin', 3);
    expect((await own()).unresolvedMails).toBe(0);
  });

  it('exams to come of which the platform refused something, as many as their list holds', async () => {
    const fail = (title: string, table: 'platform_courses' | 'platform_enrolments') =>
      change((tx) =>
        tx
          .updateTable(table)
          .set({ state: 'failed' })
          .where('course_id', '=', examOf(title).courseId)
          .execute(),
      );
    await fail('Première', 'platform_enrolments');
    await fail('Quatrième', 'platform_courses');
    await fail('Annulée', 'platform_courses');
    await fail('Passée', 'platform_enrolments');
    expect((await own()).examsFailedOnPlatform).toBe(2);
    const { reply } = await admin.call(listExams, {
      params: { systemId: 3 },
      query: { onPlatform: 'failed' },
    });
    expect(reply.map(({ title }) => title)).toEqual(['Première', 'Quatrième']);
  });

  it('exams to come that differ on the platform, as many as their list holds', async () => {
    const read = (title: string, missing: number) =>
      change((tx) =>
        tx
          .insertInto('platform_readings')
          .values({
            system_id: 3,
            course_id: examOf(title).courseId,
            state: 'done',
            next_try_at: new Date(),
            missing,
          })
          .execute(),
      );
    await read('Deuxième', 2);
    await read('Troisième', 0);
    await read('Annulée', 1);
    await read('Passée', 1);
    expect((await own()).examsDrifted).toBe(1);
    const query = { onPlatform: 'drifted' } as const;
    const { reply } = await admin.call(listExams, { params: { systemId: 3 }, query });
    expect(reply.map(({ title }) => title)).toEqual(['Deuxième']);
  });

  it('exams to come in which differences were repaired, as many as their list holds, and how many rows', async () => {
    const repair = (title: string, repaired: number) =>
      change((tx) =>
        tx
          .updateTable('platform_courses')
          .set({ repaired })
          .where('course_id', '=', examOf(title).courseId)
          .execute(),
      );
    await repair('Première', 2);
    await repair('Troisième', 3);
    await repair('Annulée', 4);
    await repair('Passée', 5);
    expect(await own()).toMatchObject({ examsRepaired: 2, rowsRepaired: 5 });
    const query = { onPlatform: 'repaired' } as const;
    const { reply } = await admin.call(listExams, { params: { systemId: 3 }, query });
    expect(reply.map(({ title }) => title)).toEqual(['Première', 'Troisième']);
  });

  it('a language that is missing or out of step in the message', async () => {
    const save = (languageId: 'fr' | 'en', subject: string, body: string) =>
      admin.call(saveMessage, { params: { systemId: 3, languageId }, body: { subject, body } });
    portal.context.clock.advance(3600);
    admin = await portal.as('admin', 3);
    await save('fr', 'Convocation', '<p>Venez.</p>');
    expect((await own()).messageGap).toBe('olderEn');
    await save('en', 'Invitation', '<p>&nbsp;</p>');
    expect((await own()).messageGap).toBe('emptyEn');
    await save('fr', '', '');
    expect((await own()).messageGap).toBe('emptyBoth');
  });

  it('a reminder that one language lacks or that is out of step; not one that was emptied in both', async () => {
    const save = (languageId: 'fr' | 'en', body: string, by = admin) =>
      by.call(saveMessage, {
        params: { systemId: 3, languageId },
        query: { kind: 'reminder' },
        body: { subject: body && 'Rappel', body },
      });
    expect((await own()).reminderGap).toBeNull();
    await save('fr', '<p>Ouvrez une session.</p>');
    expect((await own()).reminderGap).toBe('olderEn');
    portal.context.clock.advance(60);
    await save('en', '<p>Sign in.</p>');
    expect((await own()).reminderGap).toBeNull();
    await save('en', '<p>Sign in now.</p>', await portal.as('admin', 3));
    expect((await own()).reminderGap).toBe('olderFr');
    await save('fr', '');
    expect((await own()).reminderGap).toBe('emptyFr');
    await save('en', '');
    expect(await own()).toMatchObject({ reminderGap: null, messageGap: 'emptyBoth' });
  });

  it('exams to come of which a text stands in one language alone, as many as their list holds', async () => {
    const write = (
      title: string,
      texts: Partial<Record<`${'title' | 'place' | 'instructions'}_${'fr' | 'en'}`, string>>,
    ) => change((tx) => tx.updateTable('exams').set(texts).where('id', '=', examOf(title).id).execute());
    const listed = async () => {
      const params = { systemId: 3 };
      const { reply } = await admin.call(listExams, { params, query: { oneLanguage: true } });
      const work = await own();
      expect(work.examsInOneLanguage).toBe(reply.length);
      expect(work.titlesInOneLanguage.map(({ title }) => title)).toEqual(
        reply.slice(0, 3).map(({ title }) => title),
      );
      return reply.map(({ title }) => title);
    };
    // Each of these exams has only a French title; past and cancelled exams are not listed.
    expect(await listed()).toEqual(['Première', 'Deuxième', 'Troisième', 'Quatrième']);
    for (const title of ['Première', 'Deuxième', 'Troisième', 'Quatrième'])
      await write(title, { title_en: `English ${title}` });
    expect(await listed()).toEqual([]);
    await write('Première', { place_en: 'Room 1' });
    await write('Troisième', { instructions_fr: 'Apportez une pièce d’identité.' });
    expect(await listed()).toEqual(['Première', 'Troisième']);
    await write('Première', { place_fr: 'Salle 1' });
    await write('Troisième', { instructions_en: 'Bring an identity card.' });
    expect(await listed()).toEqual([]);
    await write('Deuxième', { title_fr: '' });
    expect(await listed()).toEqual(['English Deuxième']);
    expect((await workOf(await portal.as('admin', 2)))[0]?.examsInOneLanguage).toBe(0);
  });

  it('exams of the next seven days with candidates and without an hour or a place, as many as their list holds', async () => {
    const write = (title: string, facts: { start_time?: string; place_fr?: string; place_url?: string }) =>
      change((tx) => tx.updateTable('exams').set(facts).where('id', '=', examOf(title).id).execute());
    const listed = async () => {
      const params = { systemId: 3 };
      const { reply } = await admin.call(listExams, { params, query: { incomplete: true } });
      expect((await own()).examsIncomplete).toBe(reply.length);
      return reply.map(({ title }) => title);
    };
    const dayIn = (days: number) => sql<string>`${portal.context.clock.today()}::date + ${days}::integer`;
    const move = (title: string, days: number) =>
      change((tx) =>
        tx
          .updateTable('exams')
          .set({ exam_date: dayIn(days) })
          .where('id', '=', examOf(title).id)
          .execute(),
      );
    await createExam('2027-06-03', 'Demain', ['Joe']);
    await createExam('2027-06-04', 'Dans sept jours', ['Kim']);
    await createExam('2027-06-05', 'Dans huit jours', ['Lou']);
    await createExam('2027-06-06', 'Sans personne');
    expect(await listed()).toEqual([]);
    await move('Demain', 1);
    await move('Dans sept jours', 7);
    await move('Dans huit jours', 8);
    await move('Sans personne', 1);
    expect(await listed()).toEqual(['Demain', 'Dans sept jours']);
    await write('Demain', { start_time: '09:00', place_fr: 'Salle 1' });
    await write('Dans sept jours', { start_time: '09:00' });
    expect(await listed()).toEqual(['Dans sept jours']);
    await write('Dans sept jours', { place_url: 'https://example.ca/plan' });
    expect(await listed()).toEqual([]);
    await change((tx) =>
      tx
        .deleteFrom('enrolments')
        .where('exam_id', 'in', [
          examOf('Demain').id,
          examOf('Dans sept jours').id,
          examOf('Dans huit jours').id,
        ])
        .execute(),
    );
  });

  it('exams to come of which candidates have not been told of a change, as many as their list holds', async () => {
    await createExam('2027-06-01', 'Changée', ['Gil', 'Hal']);
    await createExam('2027-06-02', 'Inchangée', ['Ida']);
    const listed = async () => {
      const params = { systemId: 3 };
      const { reply } = await admin.call(listExams, { params, query: { untold: true } });
      expect((await own()).examsUntold).toBe(reply.length);
      return reply.map(({ title }) => title);
    };
    expect(await listed()).toEqual([]);
    const known = (title: string) =>
      change((tx) =>
        tx
          .updateTable('enrolments')
          .set({ known_facts: sql`'{"startTime": "09:00"}'::jsonb` })
          .where('exam_id', '=', examOf(title).id)
          .execute(),
      );
    for (const title of ['Changée', 'Annulée', 'Passée']) await known(title);
    expect(await listed()).toEqual(['Changée']);
    expect((await workOf(await portal.as('admin', 2)))[0]?.examsUntold).toBe(0);
    const deactivate = (name: string) =>
      change((tx) =>
        tx
          .updateTable('users')
          .set({ deactivated_at: portal.context.clock.now() })
          .where('email', 'like', `${name}@%`)
          .execute(),
      );
    await deactivate('gil');
    expect(await listed()).toEqual(['Changée']);
    // The exam does not wait for candidates who cannot be told; its page does not either.
    await deactivate('hal');
    expect(await listed()).toEqual([]);
    const params = { systemId: 3, examId: examOf('Changée').id };
    expect((await admin.call(getExam, { params })).reply.toTell).toBe(0);
  });

  it('exams to come of which a text is behind the other language, as many as their list holds', async () => {
    await createExam('2027-06-03', 'En retard', ['Jo']);
    const listed = async () => {
      const params = { systemId: 3 };
      const { reply } = await admin.call(listExams, { params, query: { behind: true } });
      expect((await own()).examsBehind).toBe(reply.length);
      return reply.map(({ title }) => title);
    };
    expect(await listed()).toEqual([]);
    const setBehind = (names: string) =>
      change((tx) =>
        tx
          .updateTable('exams')
          .set({ texts_behind: sql`${names}::jsonb` })
          .where('id', '=', examOf('En retard').id)
          .execute(),
      );
    await setBehind('["titleEn"]');
    expect(await listed()).toEqual(['En retard']);
    await setBehind('[]');
    expect(await listed()).toEqual([]);
  });

  it('exams to come with candidates who have never signed in, as many as their list holds, also beyond the three shown', async () => {
    const listed = async () => {
      const params = { systemId: 3 };
      const { reply } = await admin.call(listExams, { params, query: { notSignedIn: true } });
      expect((await own()).examsNotSignedIn).toBe(reply.length);
      return reply.map(({ title }) => title);
    };
    const signIn = (isIn: boolean, pattern: string) =>
      change((tx) =>
        tx
          .updateTable('users')
          .set({ last_visit_at: isIn ? portal.context.clock.now() : null })
          .where('email', 'like', pattern)
          .execute(),
      );
    await signIn(true, '%@etu.example.ca');
    expect(await listed()).toEqual([]);
    const titles = Array.from({ length: 12 }, (_, n) => `Série ${n + 10}`);
    for (const title of titles) await createExam('2027-07-01', title, [`Ève ${title}`.replaceAll(' ', '')]);
    expect(await listed()).toEqual(titles);
    const work = await own();
    // There are more exams than home names; the page's lines and this figure tell of the same people.
    expect(work.examsNotSignedIn).toBeGreaterThan(work.nextExams.length);
    await signIn(true, 'eveserie15@%');
    expect(await listed()).toEqual(titles.filter((title) => title !== 'Série 15'));
    // Past and cancelled exams do not count.
    await signIn(false, 'fee@%');
    await signIn(false, 'eva@%');
    expect(await listed()).toHaveLength(11);
    expect((await workOf(await portal.as('admin', 2)))[0]?.examsNotSignedIn).toBe(0);
  });
});
