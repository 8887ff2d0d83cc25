import { listAuditLines } from '@guichet/contract/core/audit';
import { withoutBreaks } from '@guichet/contract/core/telephone';
import { listCorrections, requestCorrection } from '@guichet/contract/exams/candidate.corrections';
import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { getTimeLine } from '@guichet/contract/exams/notices.reminders';
import { addCandidate, listCandidates } from '@guichet/contract/exams/places';
import { attestCandidates, setPresence } from '@guichet/contract/exams/results';
import { updatePassword } from '@guichet/contract/identity/account.given';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { correctUser, getUserInfo, setRoles, updateUsers } from '@guichet/contract/identity/users.changes';
import { lockUser } from '@guichet/contract/identity/users.locking';
import { listProfessions, listSimilarNames, searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates } from '@guichet/contract/imports/imports';
import { exportResults } from '@guichet/contract/imports/imports.results';
import { listMails } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { changeSystem } from '@guichet/contract/systems/systems';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { tellOfGuests } from './tellOfGuests.ts';

let portal: TestPortal;
let own: Caller;
let host: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  own = await portal.as('admin', 7, { email: 'sept@guichet.test' });
  host = await portal.as('admin', 6, { email: 'six@guichet.test' });
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

let n = 0;
let zoe: { readonly userId: number; readonly email: string };
const number = () => `30077${String(n).padStart(4, '0')}`;
beforeEach(async () => {
  n++;
  zoe = await portal.make('student', 7, { email: `zoe${n}@etu.example.ca` });
  await correct(own, { studentNumber: number(), profession: `Luthière ${n}`, languageId: 'en' });
  await portal.signIn(zoe.email, madePassword);
});

const idOf = async (email: string) =>
  (
    await portal.context.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;

const correct = (who: Caller, more: object = {}) => {
  const body = {
    id: zoe.userId,
    firstName: 'Zoé',
    lastName: 'Côté',
    languageId: 'en',
    newsLetter: true,
    ...more,
  };
  return who.call(correctUser, { body: body as never });
};

/** An exam of system 6. */
async function makeExam(examDate = '2027-04-30') {
  const body = { title: `Examen ${n}`, examDate };
  return (await host.call(createExamSpace, { params: { systemId: 6 }, body })).reply;
}

async function enrolByAddress(exam: { id: number }, who = host) {
  const params = { systemId: 6, examId: exam.id };
  return who.call(addCandidate, { params, body: { email: zoe.email, sendEmail: false } });
}

async function enrolByList(exam: { courseId: string }, headings: string, cells: string, sendEmail = false) {
  const file = { name: 'l.csv', bytes: `Prénom;Nom;Courriel${headings}\nZoé;Coté;${zoe.email}${cells}` };
  const body = { systemId: 6, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail };
  return host.call(importCandidates, { body, file });
}

/** Everything that system 6 shows of Zoé, as text. */
async function shown(exam: { id: number }) {
  const params = { systemId: 6, examId: exam.id };
  const search = { filters: [{ searchTerm: zoe.email }], sortParams: null };
  const replies = [
    await host.call(getUserInfo, { body: { id: zoe.userId } }),
    await host.call(getPersonHistory, { params: { id: zoe.userId } as never }),
    await host.call(searchUsers, { body: search as never }),
    await host.call(listSystemUsers, { params: { systemId: 6 } }),
    await host.call(listCandidates, { params }),
    await host.call(exportResults, { params, query: { format: 'csv' } }),
    await host.call(listAuditLines, { query: { systemId: 6 } }),
    await host.call(listProfessions),
  ];
  for (const { status, raw } of replies) expect([status, raw]).toEqual([200, raw]);
  return replies.map(({ raw }) => raw);
}

const infoOf = async (who: Caller) => (await who.call(getUserInfo, { body: { id: zoe.userId } })).reply;

describe('somebody whom a system enrols though others have the account', () => {
  it('by address: it sees name and address alone, everywhere', async () => {
    const exam = await makeExam();
    expect((await host.call(getUserInfo, { body: { id: zoe.userId } })).status).toBe(404);
    expect((await enrolByAddress(exam)).reply).toBe(true);
    await correct(own, { studentNumber: number(), profession: `Harpiste ${n}` });
    for (const text of await shown(exam))
      expect(text).not.toMatch(new RegExp(`${number()}|Luthière|Harpiste`));
    expect(await infoOf(host)).toMatchObject({
      isGuest: true,
      fullName: 'Zoé Côté',
      email: zoe.email,
      studentNumber: null,
      profession: null,
      language: null,
      lastVisitDate: null,
      hasSecondFactor: null,
      newsLetter: false,
      mayManage: false,
    });
    const history = (await host.call(getPersonHistory, { params: { id: zoe.userId } as never })).raw;
    expect(history).not.toContain('session.started');
    const rows = (await host.call(listCandidates, { params: { systemId: 6, examId: exam.id } })).reply;
    expect(rows).toMatchObject([{ studentNumber: null, language: null, hasSignedIn: null }]);
    // The system that had the account sees it as before.
    expect(await infoOf(own)).toMatchObject({
      isGuest: false,
      studentNumber: number(),
      language: 'en',
      mayManage: true,
    });
    expect(await infoOf(superAdmin)).toMatchObject({ isGuest: false, studentNumber: number() });
  });

  it('nor does it find them by what it may not see', async () => {
    portal.context.clock.advance(60);
    await enrolByAddress(await makeExam());
    const total = async (filter: object, who = host) => {
      const body = { filters: [filter], sortParams: null };
      return (await who.call(searchUsers, { body: body as never })).reply.totalItems;
    };
    const hidden = [
      { searchTerm: number() },
      { searchTerm: number().slice(2) },
      { profession: `Luthière ${n}` },
    ];
    for (const filter of hidden)
      expect([filter, await total(filter), await total(filter, own)]).toEqual([filter, 0, 1]);
    const near = `A${number().slice(0, -1)}`;
    await correct(own, { studentNumber: `A${number()}` });
    const similarTo = async (who: Caller) =>
      (await who.call(listSimilarNames, { query: { search: near } })).reply;
    expect([await similarTo(host), (await similarTo(own)).length]).toEqual([[], 1]);
    await correct(own, { studentNumber: number() });
    expect(await total({ searchTerm: zoe.email })).toBe(1);
    const orderBy = async (sortField: string) => {
      const body = {
        filters: [{ searchTerm: '', pageSize: 500 }],
        sortParams: { sortField, sortDirection: -1 },
      };
      return (await host.call(searchUsers, { body: body as never })).reply.data;
    };
    // People without a value come last, in the order of their names.
    for (const field of ['lastVisitDate', 'profession']) {
      const found = await orderBy(field);
      const withoutValue = found.filter((one) => one[field as 'profession'] === null).length;
      expect(found.findIndex(({ id }) => id === zoe.userId)).toBeGreaterThanOrEqual(
        found.length - withoutValue,
      );
    }
    // Nor does the order tell when the account was made, though it is older than the system's own people.
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('users')
        .set({ created_at: new Date('2020-01-05T12:00:00Z') })
        .where('id', '=', zoe.userId)
        .execute(),
    );
    const byDate = await orderBy('subscriptionDate');
    const place = byDate.findIndex(({ id }) => id === zoe.userId);
    expect([place, byDate[place]?.createdAt.getTime()]).toEqual([0, portal.context.clock.now().getTime()]);
    // A student number may consist of letters only.
    await correct(own, { studentNumber: 'QWXYZ' });
    for (const searchTerm of ['qwx', 'côté qwx'])
      expect([await total({ searchTerm }), await total({ searchTerm }, own)]).toEqual([0, 1]);
    await correct(own, { studentNumber: number() });
    expect((await host.call(listMails, { query: { search: number() } })).reply.totalItems).toBe(0);
    expect((await host.call(listAuditLines, { query: { person: number() } })).reply.lines).toEqual([]);
  });

  it('nor where it reads what is asked of it, whom it reminds, or names that are near', async () => {
    const exam = await makeExam();
    await enrolByAddress(exam);
    const asked = { systemId: 6, field: 'studentNumber' as const, request: 'Mon numéro est faux.' };
    const student = await portal.signIn(zoe.email, madePassword);
    expect((await student.call(requestCorrection, { body: asked })).status).toBe(200);
    const listed = async (who: Caller) =>
      (await who.call(listCorrections)).reply.find(({ person }) => person.id === zoe.userId);
    const nobody = { studentNumber: null, language: null, email: zoe.email };
    expect(await listed(host)).toMatchObject({ person: nobody, isCorrected: null });
    expect((await host.call(listCorrections)).raw).not.toContain(number());
    const known = { studentNumber: number(), language: 'en' };
    expect(await listed(superAdmin)).toMatchObject({ person: known, isCorrected: expect.any(Boolean) });
    const remind = { params: { systemId: 6, examId: exam.id } };
    const fresh = await portal.make('student', 7, { email: `neuve${n}@etu.example.ca` });
    zoe = { ...zoe, email: fresh.email };
    await enrolByAddress(exam);
    const people = (await host.call(getTimeLine, remind)).reply.people;
    expect(people).toMatchObject([{ id: fresh.userId, language: null, cause: null }]);
    expect((await superAdmin.call(getTimeLine, remind)).reply.people).toMatchObject([
      { language: 'fr', cause: 'neverSignedIn' },
    ]);
    expect((await own.call(lockUser, { params: { id: fresh.userId } })).status).toBe(200);
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('users')
        .set({ created_at: new Date('2020-01-05T12:00:00Z') })
        .where('id', '=', fresh.userId)
        .execute(),
    );
    const found = { body: { filters: [{ searchTerm: fresh.email }], sortParams: null } as never };
    const seenBy = async (who: Caller) => {
      const { lock } = (await who.call(getUserInfo, { body: { id: fresh.userId } })).reply;
      const [row] = (await who.call(searchUsers, found)).reply.data;
      return [lock?.by ?? null, row?.isLocked, row?.subscriptionDate === '2020-01-05'];
    };
    expect([await seenBy(host), await seenBy(own)]).toEqual([
      [null, false, false],
      ['Zoé Côté', true, true],
    ]);
    for (const search of [`${number()}a`, `a ${number()}`, `côt ${number()}`])
      expect([search, (await host.call(listSimilarNames, { query: { search } })).reply]).toEqual([
        search,
        [],
      ]);
    const { reply: near } = await host.call(listSimilarNames, { query: { search: 'Cotê' } });
    expect(near.map(({ name }) => name)).toContain('Côté');
  });

  it('by a list: it sees what the list says, and not what the account has', async () => {
    const exam = await makeExam();
    await enrolByList(exam, ';Numéro étudiant;Langue', ';300555111;F');
    const told = { isGuest: true, studentNumber: '300555111', language: 'fr', profession: null };
    expect(await infoOf(host)).toMatchObject(told);
    for (const text of await shown(exam)) expect(text).not.toMatch(new RegExp(`${number()}|Luthière`));
    const rows = (await host.call(listCandidates, { params: { systemId: 6, examId: exam.id } })).reply;
    expect(rows).toMatchObject([{ studentNumber: '300555111', language: 'fr' }]);
    expect(await infoOf(own)).toMatchObject({ studentNumber: number(), language: 'en' });
    const later = await makeExam('2027-05-30');
    await enrolByList(later, ';Langue', ';E');
    expect(await infoOf(host)).toMatchObject({ ...told, language: 'en' });
  });

  it('in its own corrections: a number states no language, and the language is what is chosen, though the account has it', async () => {
    await enrolByAddress(await makeExam());
    const { id, firstName, lastName, email, profession, studentNumber } = await infoOf(host);
    const given = { firstName, lastName, email, profession, studentNumber, language: null };
    const seen = { ...given, newsLetter: false };
    const body = { id, firstName, lastName, newsLetter: false, seen };
    const stated = async () => {
      const info = await infoOf(host);
      return [info.studentNumber, info.language];
    };
    await host.call(correctUser, { body: { ...body, studentNumber: '300555222' } });
    expect(await stated()).toEqual(['300555222', null]);
    const now = { ...seen, studentNumber: '300555222' };
    const { reply } = await host.call(correctUser, { body: { ...body, languageId: 'en', seen: now } });
    expect([reply.outcome, ...(await stated())]).toEqual(['corrected', '300555222', 'en']);
    expect((await infoOf(own)).studentNumber).toBe(number());
  });

  it('until they have been in an exam there: its day has passed, or they are marked as present on it', async () => {
    const exam = await makeExam();
    await enrolByAddress(exam);
    const on = (day: string) =>
      systemTransaction(portal.context, (tx) =>
        tx.updateTable('exams').set({ exam_date: day }).where('id', '=', exam.id).execute(),
      );
    const today = portal.context.clock.today();
    await on(today);
    expect((await infoOf(host)).isGuest).toBe(true);
    await host.call(attestCandidates, {
      params: { systemId: 6, examId: exam.id },
      body: { userIds: [zoe.userId], isAttested: true },
    });
    // An exam of a day before the enrolment does not count: the candidate was not in it.
    await on('2026-01-15');
    expect((await infoOf(host)).isGuest).toBe(true);
    await on(today);
    // Enrolled and marked within a minute: only the host itself claims that the candidate was there.
    expect(await infoOf(host)).toMatchObject({ isGuest: true, studentNumber: null });
    const before = new Date(portal.context.clock.now().getTime() - 48 * 3_600_000);
    await systemTransaction(portal.context, (tx) =>
      tx.updateTable('enrolments').set({ enrolled_at: before }).where('exam_id', '=', exam.id).execute(),
    );
    expect(await infoOf(host)).toMatchObject({ isGuest: false, studentNumber: number() });
    // A cancelled exam does not count.
    const params = { systemId: 6, examId: exam.id };
    await host.call(cancelExam, { params, query: {} });
    await on('2026-01-15');
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('enrolments')
        .set({ enrolled_at: new Date('2026-01-01') })
        .where('exam_id', '=', exam.id)
        .execute(),
    );
    expect((await infoOf(host)).isGuest).toBe(true);
    const second = await makeExam();
    const { userId } = zoe;
    zoe = await portal.make('student', 7, { email: `passe${n}@etu.example.ca` });
    await enrolByAddress(second);
    expect((await infoOf(host)).isGuest).toBe(true);
    portal.context.clock.advance(200 * 24 * 3600);
    const [again] = [await portal.signIn('six@guichet.test', madePassword)];
    expect((await infoOf(again)).isGuest).toBe(false);
    // Whoever was ticked as absent was not in the exam.
    const tick = (presence: 'absent' | null) =>
      again.call(setPresence, {
        params: { systemId: 6, examId: second.id, userId: zoe.userId },
        body: { presence, secondsAgo: 0 },
      });
    expect((await tick('absent')).status).toBe(200);
    expect(await infoOf(again)).toMatchObject({ isGuest: true, studentNumber: null });
    expect((await tick(null)).status).toBe(200);
    expect((await infoOf(again)).isGuest).toBe(false);
    expect(userId).not.toBe(zoe.userId);
    [own, host, superAdmin] = [
      await portal.signIn('sept@guichet.test', madePassword),
      again,
      await portal.superAdmin(),
    ];
  });

  it('takes no right from those who had the account', async () => {
    await enrolByAddress(await makeExam('2028-04-30'));
    expect((await correct(own, { lastName: 'Coté' })).status).toBe(200);
    const password = { newPassword: 'Autre-Cle#72', confirmNewPassword: 'Autre-Cle#72' };
    const body = {
      userId: zoe.userId,
      ...password,
      sendEmail: false,
      sendPassword: false,
      languageId: 'fr' as const,
    };
    expect((await host.call(updatePassword, { body })).status).toBe(403);
    expect((await own.call(updatePassword, { body })).status).toBe(200);
    for (const Action of ['deactivate', 'activate'] as const) {
      expect((await host.call(updateUsers, { body: { Ids: [zoe.userId], Action } })).status).toBe(403);
      expect((await own.call(updateUsers, { body: { Ids: [zoe.userId], Action } })).status).toBe(200);
    }
    expect((await correct(host)).status).toBe(403);
    const search = { filters: [{ searchTerm: zoe.email }], sortParams: null };
    expect((await own.call(searchUsers, { body: search as never })).reply.data).toMatchObject([
      { mayManage: true },
    ]);
  });

  it('gives them no role of staff, which would protect the account from those who had it', async () => {
    await enrolByAddress(await makeExam('2028-05-01'));
    const { listRole } = await infoOf(host);
    const admin = await superAdmin.call(getUserInfo, { body: { id: await idOf('six@guichet.test') } });
    const roleList = [...listRole, ...admin.reply.listRole];
    const refused = await host.call(setRoles, { body: { id: zoe.userId, roleList } });
    expect([refused.status, refused.problem.code]).toEqual([403, 'role.ofGuest']);
    expect((await host.call(setRoles, { body: { id: zoe.userId, roleList: listRole } })).status).toBe(200);
    expect(await infoOf(host)).toMatchObject({ isGuest: true, studentNumber: null });
    expect((await infoOf(own)).mayManage).toBe(true);
    expect((await superAdmin.call(setRoles, { body: { id: zoe.userId, roleList } })).status).toBe(200);
  });

  it('is none where whoever enrols them administers the others too, or nobody else has them', async () => {
    await enrolByAddress(await makeExam('2028-05-30'), superAdmin);
    expect((await infoOf(host)).isGuest).toBe(false);
  });
});

describe('who is told that somebody was enrolled elsewhere', () => {
  const mailsOf = async () => {
    const rows = await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(['o.recipient', 'm.purpose', 'm.variables', 'm.text'])
      .where('m.purpose', 'in', ['enrolledElsewhere', 'peopleEnrolledElsewhere'])
      .orderBy('o.id')
      .execute();
    return rows.map(({ recipient, purpose, variables, text }) => [
      recipient,
      purpose,
      (variables as { request: string }).request,
      text,
    ]);
  };

  it('the person, unless an invitation goes to them, and the administrators of the others, each in one mail', async () => {
    const phone = '613 555-0106';
    await superAdmin.call(changeSystem, { params: { systemId: 6 }, body: { name: 'AC', phone } });
    await tellOfGuests(portal.context);
    const before = (await mailsOf()).length;
    const exam = await makeExam('2028-06-30');
    const first = zoe;
    await enrolByAddress(exam);
    zoe = await portal.make('student', 7, { email: `invitee${n}@etu.example.ca`, firstName: 'Ines' });
    await enrolByList(exam, '', '', true);
    await tellOfGuests(portal.context);
    await tellOfGuests(portal.context);
    const mails = (await mailsOf()).slice(before);
    expect(mails.map(([to, purpose]) => [to, purpose])).toEqual([
      [first.email, 'enrolledElsewhere'],
      ['sept@guichet.test', 'peopleEnrolledElsewhere'],
    ]);
    // The office of the programme that enrolled them.
    expect(mails.map(([, , , text]) => text?.includes(withoutBreaks(phone)))).toEqual([true, false]);
    expect(mails[1]?.[2]).toMatch(/Ines Côté/);
    expect(mails[1]?.[2]).toMatch(/Zoé Côté/);
  });
});
