import { cancelExam, editExam, getExam } from '@guichet/contract/exams/exams';
import { listCandidates, unenrol } from '@guichet/contract/exams/places';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { attestCandidates } from '@guichet/contract/exams/results';
import { forgotPassword } from '@guichet/contract/identity/account';
import { updatePassword } from '@guichet/contract/identity/account.given';
import { login } from '@guichet/contract/identity/sessions';
import { correctUser, deleteUser, setRoles, updateUsers } from '@guichet/contract/identity/users.changes';
import { listImports } from '@guichet/contract/imports/imports.past';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drain, openFakePlatform } from '../../../test/learning.ts';
import { longTest } from '../../../test/longTest.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { makePerson } from '../../identity/users/fixtures/people.ts';
import { compare, dump, makeAddress, undoDesk } from '../fixtures/undoTestbed.ts';
import { deleteImportPeopleBefore } from './people.queries.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
let desk: ReturnType<typeof undoDesk>;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3, { firstName: 'Ada' });
  superAdmin = await portal.superAdmin();
  desk = undoDesk(admin);
});
afterAll(() => portal.close());

const read = () => portal.context.database.read;
const idOf = async (firstName: string) => {
  const address = makeAddress(firstName);
  return (
    await read().selectFrom('users').select('id').where('email', '=', address).executeTakeFirstOrThrow()
  ).id;
};
const isThere = async (firstName: string) =>
  (await read().selectFrom('users').select('id').where('email', '=', makeAddress(firstName)).execute())
    .length === 1;
const namesIn = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply.map((one) => one.firstName);
const change = (statement: ReturnType<typeof sql>) =>
  systemTransaction(portal.context, (tx) => statement.execute(tx));
const mailStates = async (examId: number) =>
  (
    await read()
      .selectFrom('outgoing_mails')
      .select('state')
      .where('exam_id', '=', examId)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state);
const undoLines = async (examId: number) =>
  read()
    .selectFrom('audit_lines')
    .select(['actor_id', 'system_id', 'detail'])
    .where('action', '=', 'candidates.importUndone')
    .where('subject', '=', `exam:${examId}`)
    .execute();
const newPassword = 'Autre-Cle#2';

describe('an import of 1,000 rows, of whom twelve were changed by hand and half of the mails had left', () => {
  longTest('is undone, and nothing else is changed', async () => {
    const exam = await desk.makeExam('Mille');
    const elsewhere = await desk.makeExam('Ailleurs');
    const known = ['Connue', 'Etudiante', 'Agente'] as const;
    await makePerson(portal, { email: makeAddress('Connue'), roles: [{ role: 'student', systemId: 5 }] });
    await makePerson(portal, { email: makeAddress('Etudiante') });
    await makePerson(portal, { email: makeAddress('Agente'), roles: [{ role: 'support', systemId: 3 }] });
    await desk.importList(exam.courseId, ['Avant1', 'Avant2']);
    const platform = openFakePlatform(1000);
    await drain(portal.context, platform);
    const before = await dump(read());

    const people = Array.from({ length: 995 }, (_, n) => `p${n}`);
    const importId = await desk.importList(exam.courseId, ['Avant1', 'Avant2', ...known, ...people]);
    await drain(portal.context, platform);
    await change(sql`
      update outgoing_mails set state = 'sent', sent_at = queued_at
      where exam_id = ${exam.id} and state = 'queued' and id % 2 = 0 and key like ${`import:${importId}:%`}`);
    const ids = await Promise.all(people.slice(0, 12).map(idOf));
    const [
      corrected,
      promoted,
      attested,
      deactivated,
      passworded,
      signedIn,
      asked,
      out,
      moved,
      again,
      gone,
      back,
    ] = ids as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const name = { firstName: 'Corrigée', lastName: 'Essai', languageId: 'fr' as const };
    await admin.call(correctUser, { body: { id: corrected, ...name, profession: null, newsLetter: false } });
    await admin.call(setRoles, { body: { id: promoted, roleList: ['DC', 'Support - DC'] } });
    const at = { params: { systemId: 3, examId: exam.id } };
    await admin.call(attestCandidates, { ...at, body: { userIds: [attested], isAttested: true } });
    await admin.call(updateUsers, { body: { Ids: [deactivated], Action: 'deactivate' } });
    for (const userId of [passworded, signedIn])
      await admin.call(updatePassword, {
        body: { userId, newPassword, confirmNewPassword: newPassword } as never,
      });
    await portal.nobody.call(login, { body: { username: makeAddress('p5'), password: newPassword } });
    await portal.nobody.call(forgotPassword, {
      body: { email: makeAddress('p6'), systemId: 3, languageId: 'fr' },
    });
    const leave = (id: number) =>
      admin.call(unenrol, { params: { ...at.params, learningPlatformId: `g${id}` } });
    for (const id of [out, moved, back]) await leave(id);
    await desk.importList(elsewhere.courseId, ['p8']);
    await desk.importList(exam.courseId, ['p9', 'p11']);
    await admin.call(deleteUser, { params: { systemId: 3 }, body: { id: gone } });
    await drain(portal.context, platform);

    const changed = await dump(read());
    const look = await desk.look(importId);
    expect(look.people).toBe(1000);
    expect(look.stays).toMatchObject({
      wasThere: 2,
      knownAccount: 3,
      accountChanged: 1,
      otherRole: 1,
      attested: 1,
      deactivated: 1,
      passwordChosen: 1,
      signedIn: 1,
      linkAsked: 1,
      takenOut: 2,
      enrolledElsewhere: 1,
      listedAgain: 1,
      enrolledAnew: 1,
      deleted: 1,
    });
    // 1,000 less the two who were there and the six attested, out, moved, relisted, deleted and back.
    expect(look.counts).toMatchObject({ enrolments: 992, accounts: 984, roles: 2, places: 992 });
    expect(compare(changed, await dump(read()))).toEqual({});

    const { reply } = await desk.undo(importId, look.fingerprint);
    expect(reply).toMatchObject({ outcome: 'undone', by: 'Ada Côté', counts: look.counts });
    const after = await dump(read());
    const done = compare(changed, after);
    expect(Object.keys(done).sort()).toEqual([
      'audit_line_people',
      'audit_lines',
      'enrolments',
      'imports',
      'outgoing_mails',
      'platform_enrolments',
      'user_roles',
      'users',
    ]);
    const kept = new Set([...ids, await idOf('Avant1'), await idOf('Avant2')]);
    for (const table of ['enrolments', 'user_roles', 'users'])
      expect([table, done[table]?.added]).toEqual([table, []]);
    expect(done.users?.gone).toHaveLength(984);
    expect(done.users?.gone.filter(({ id }) => id !== out && kept.has(id as number))).toEqual([]);
    expect(done.enrolments?.gone.every((row) => row.import_id === importId)).toBe(true);
    expect(done.outgoing_mails?.gone.every((row) => row.state === 'queued')).toBe(true);
    expect(done.outgoing_mails?.added.every((row) => row.state === 'cancelled')).toBe(true);
    expect(done.outgoing_mails?.added).toHaveLength(look.counts.mails);
    expect(done.platform_enrolments?.added.every((row) => row.wanted === 'out')).toBe(true);
    expect(done.imports?.added.map(({ id }) => id)).toEqual([importId]);
    expect(done.audit_lines?.added).toHaveLength(1);

    const sinceBefore = compare(before, after);
    for (const table of ['users', 'user_roles', 'enrolments', 'exams', 'messages', 'systems'])
      expect([table, sinceBefore[table]?.gone ?? []]).toEqual([table, []]);
    const stillThere = [
      corrected,
      promoted,
      attested,
      deactivated,
      passworded,
      signedIn,
      asked,
      moved,
      again,
      back,
    ];
    expect(sinceBefore.users?.added.map(({ id }) => id as number).sort()).toEqual(stillThere.sort());
    const enrolled = [attested, again, back].map((id) => [exam.id, id]);
    expect(sinceBefore.enrolments?.added.map(({ exam_id, user_id }) => [exam_id, user_id]).sort()).toEqual(
      [...enrolled, [elsewhere.id, moved]].sort(),
    );
    await drain(portal.context, platform);
    expect(platform.placed.get(exam.courseId)?.size).toBe(5);
  });
});

describe('the list of imports', () => {
  it('is paged, newest first, and says who imported what into which exam, with counts', async () => {
    const own = undoDesk(await portal.as('admin', 6, { firstName: 'Léa' }), 6);
    const exam = await own.makeExam('Liste', '2027-03-01');
    await own.importList(exam.courseId, ['Lise1', 'Lise2', 'Lise2']);
    portal.context.clock.advance(60);
    const second = await own.importList(exam.courseId, ['Lise1', 'Lise3'], { sendEmail: false });
    const of = { params: { systemId: 6 } };
    const { reply } = await superAdmin.call(listImports, of);
    expect(reply.totalItems).toBe(2);
    expect(reply.imports).toMatchObject([
      { id: second, rows: 2, placed: 1, accounts: 1, alreadyThere: 1, mails: 0 },
      { rows: 3, placed: 2, accounts: 2, alreadyThere: 0, mails: 2 },
    ]);
    expect(reply.imports[0]).toMatchObject({
      fileName: 'liste.csv',
      by: 'Léa Côté',
      exam: 'Liste',
      examDate: '2027-03-01',
      undo: 'possible',
      undoUntil: '2027-02-10',
      undone: null,
    });
    const { reply: next } = await superAdmin.call(listImports, { ...of, query: { page: 2, pageSize: 1 } });
    expect([next.totalItems, next.imports.map(({ rows }) => rows)]).toEqual([2, [3]]);
  });

  it('says why of an import of which nothing can be taken back any more, and only then', async () => {
    const exam = await desk.makeExam('Rien', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Pointee9', 'Attestee9', 'Partie9']);
    const again = await desk.importList(exam.courseId, ['Pointee9']);
    const keptOf = async (id: string) => {
      const { imports } = (
        await admin.call(listImports, { params: { systemId: 3 }, query: { pageSize: 100 } })
      ).reply;
      return imports.find((one) => one.id === id)?.kept;
    };
    expect(await keptOf(again)).toEqual(['wasThere']);
    const [ticked, attested, gone] = await Promise.all(['Pointee9', 'Attestee9', 'Partie9'].map(idOf));
    await change(
      sql`update enrolments set presence = 'present', presence_at = now() where user_id = ${ticked}`,
    );
    await change(sql`update enrolments set attested_at = now() where user_id = ${attested}`);
    expect([await keptOf(importId), (await desk.look(importId)).counts.enrolments]).toEqual([[], 1]);
    const other = await desk.makeExam('Ailleurs 2', '2027-02-01');
    await admin.call(moveCandidates, {
      params: { systemId: 3, examId: exam.id },
      body: {
        removalId: portal.context.clock.uuid(),
        toExamId: other.id,
        sendEmail: false,
        userIds: [gone as number],
      },
    });
    expect(await keptOf(importId)).toEqual(['attested', 'moved', 'presenceTicked']);
    expect(Object.values((await desk.look(importId)).counts).every((count) => count === 0)).toBe(true);
  });

  it('has imports from before they were recorded, which cannot be undone', async () => {
    const exam = await desk.makeExam('Avant');
    const importId = await desk.importList(exam.courseId, ['Vieille']);
    await change(sql`update imports set already_there = null where id = ${importId}::uuid`);
    await change(sql`delete from import_people where import_id = ${importId}::uuid`);
    const { reply } = await admin.call(listImports, { params: { systemId: 3 } });
    expect(reply.imports.find(({ id }) => id === importId)).toMatchObject({
      alreadyThere: null,
      undo: 'unrecorded',
    });
    expect((await desk.ask(importId)).problem.code).toBe('import.undoUnrecorded');
    expect((await desk.undo(importId, 'x')).problem.code).toBe('import.undoUnrecorded');
  });
});

describe('an undo', () => {
  it('is done once, whoever asks again or at the same moment, and audited once', async () => {
    const exam = await desk.makeExam('Deux fois', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Double1', 'Double2']);
    const { fingerprint } = await desk.look(importId);
    const other = await portal.as('admin', 3, { firstName: 'Bea' });
    const answers = await Promise.all([
      desk.undo(importId, fingerprint),
      desk.undo(importId, fingerprint, other),
    ]);
    const [first, second] = answers.map(({ reply }) => reply);
    expect(first).toMatchObject({ outcome: 'undone', counts: { enrolments: 2, accounts: 2, mails: 2 } });
    expect(second).toEqual(first);
    expect((await desk.ask(importId)).reply).toEqual(first);
    expect((await desk.undo(importId, 'another')).reply).toEqual(first);
    const lines = await undoLines(exam.id);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      system_id: 3,
      detail: {
        name: 'Deux fois',
        fileName: 'liste.csv',
        candidates: 2,
        accountsDeleted: 2,
        mailsCancelled: 2,
      },
    });
    expect(await namesIn(exam.id)).toEqual([]);
    expect([await isThere('Double1'), await mailStates(exam.id)]).toEqual([
      false,
      ['cancelled', 'cancelled'],
    ]);
  });

  it('names afterwards to whom a mail had left, also where their account is gone, and nobody else', async () => {
    const exam = await desk.makeExam('Destinataires', '2027-02-01');
    await desk.importList(exam.courseId, ['Recu0']);
    const importId = await desk.importList(exam.courseId, ['Recu0', 'Recu1', 'Recu2']);
    const send = (name: string) =>
      change(sql`update outgoing_mails set state = 'sent', sent_at = queued_at
                 where exam_id = ${exam.id} and recipient = ${makeAddress(name)}`);
    for (const name of ['Recu0', 'Recu1']) await send(name);
    const found = async () =>
      (
        await admin.call(listImports, { params: { systemId: 3 }, query: { pageSize: 100 } })
      ).reply.imports.find(({ id }) => id === importId);
    expect(await found()).toMatchObject({ undone: null, isMailed: false });
    await desk.undo(importId, (await desk.look(importId)).fingerprint);
    expect([await isThere('Recu1'), await found()]).toMatchObject([false, { isMailed: true }]);
    expect((await desk.ask(importId, true)).reply).toMatchObject({
      outcome: 'undone',
      mailed: [{ name: 'Recu1 Essai', email: makeAddress('Recu1') }],
    });
    expect((await desk.ask(importId)).reply).not.toHaveProperty('mailed');

    const silent = await desk.importList(exam.courseId, ['Recu3']);
    await desk.undo(silent, (await desk.look(silent)).fingerprint);
    expect((await desk.ask(silent, true)).reply).toMatchObject({ outcome: 'undone', mailed: [] });
  });

  it('leaves whoever was ticked at the door since, and says so in these words', async () => {
    const exam = await desk.makeExam('Pointage', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Pointee', 'Attendue']);
    await change(sql`update enrolments set presence = 'absent', presence_at = enrolled_at
                     where exam_id = ${exam.id} and user_id = ${await idOf('Pointee')}`);
    const { rows } = await desk.look(importId);
    expect(rows.map(({ firstName, stays }) => [firstName, stays])).toEqual([
      ['Pointee', ['presenceTicked']],
      ['Attendue', []],
    ]);
  });

  it('says of whoever was moved since that they were, and neither that they are out nor that they are elsewhere', async () => {
    const [exam, to] = [
      await desk.makeExam('Depuis', '2027-02-01'),
      await desk.makeExam('Vers', '2027-02-02'),
    ];
    const importId = await desk.importList(exam.courseId, ['Partie', 'Sortie']);
    const params = { systemId: 3, examId: exam.id };
    const body = { removalId: portal.context.clock.uuid(), toExamId: to.id, sendEmail: false };
    await admin.call(moveCandidates, { params, body: { ...body, userIds: [await idOf('Partie')] } });
    await admin.call(unenrol, { params: { ...params, learningPlatformId: `g${await idOf('Sortie')}` } });
    const { rows, counts } = await desk.look(importId);
    expect(rows.map(({ firstName, takes, stays }) => [firstName, takes, stays])).toEqual([
      ['Partie', [], ['moved']],
      ['Sortie', ['account'], ['takenOut']],
    ]);
    expect(counts.enrolments).toBe(0);
  });

  it('stops no mail of somebody whose mail had failed and was sent again: nothing of theirs waits', async () => {
    const exam = await desk.makeExam('Renvoyé', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Echec', 'Attente']);
    const fail = sql`update outgoing_mails set state = 'failed'
                     where exam_id = ${exam.id} and recipient = ${makeAddress('Echec')}`;
    await change(fail);
    const { rows, counts } = await desk.look(importId);
    expect(rows.map(({ firstName, takes }) => [firstName, takes.includes('mail')])).toEqual([
      ['Echec', false],
      ['Attente', true],
    ]);
    expect(counts.mails).toBe(1);
    await desk.undo(importId, (await desk.look(importId)).fingerprint);
    expect(await mailStates(exam.id)).toEqual(['cancelled', 'cancelled']);
  });

  it('tells in their language who leaves the exam if a mail had left to them, also where their account goes, once', async () => {
    const exam = await desk.makeExam('Avis', '2027-02-01');
    await makePerson(portal, { email: makeAddress('Ann'), language: 'en' });
    await desk.importList(exam.courseId, ['Reste']);
    const importId = await desk.importList(exam.courseId, ['Reste', 'Zoe', 'Ann', 'Bob', 'Dea']);
    await change(sql`update outgoing_mails set state = 'sent', sent_at = queued_at
                     where exam_id = ${exam.id} and recipient <> ${makeAddress('Bob')}`);
    await change(sql`update users set deactivated_at = now() where email = ${makeAddress('Dea')}`);
    const { fingerprint, tellable } = await desk.look(importId);
    expect(tellable).toBe(2);
    const { reply } = await desk.undo(importId, fingerprint, admin, { sendEmail: true });
    expect(reply).toMatchObject({ outcome: 'undone', counts: { enrolments: 4, told: 2 } });
    expect((await desk.undo(importId, fingerprint, admin, { sendEmail: true })).reply).toEqual(reply);
    const told = await read()
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(['o.recipient', 'o.state', 'm.language'])
      .where('o.exam_id', '=', exam.id)
      .where('m.purpose', '=', 'examLeft')
      .orderBy('o.recipient')
      .execute();
    expect(told).toEqual([
      { recipient: makeAddress('Ann'), state: 'queued', language: 'en' },
      { recipient: makeAddress('Zoe'), state: 'queued', language: 'fr' },
    ]);
    expect(await isThere('Zoe')).toBe(false);
    expect((await undoLines(exam.id))[0]?.detail).toMatchObject({ candidates: 4, mails: 2 });

    const silent = await desk.importList(exam.courseId, ['Tom']);
    await change(
      sql`update outgoing_mails set state = 'sent', sent_at = queued_at where recipient = ${makeAddress('Tom')}`,
    );
    const { reply: done } = await desk.undo(silent, (await desk.look(silent)).fingerprint);
    expect(done).not.toHaveProperty('counts.told');
    expect((await undoLines(exam.id))[1]?.detail).not.toHaveProperty('mails');
  });

  it('that fails at its last step changes nothing, and can be asked for again', async () => {
    const exam = await desk.makeExam('Panne', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Panne1', 'Panne2']);
    const { fingerprint } = await desk.look(importId);
    await change(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await change(sql`create trigger refuse before update on imports for each row when (new.undone_at is not null)
                     execute function refuse()`);
    const before = await dump(read());
    expect((await desk.undo(importId, fingerprint)).status).toBe(500);
    expect(compare(before, await dump(read()))).toEqual({});
    await change(sql`drop trigger refuse on imports`);
    expect((await desk.undo(importId, fingerprint)).reply).toMatchObject({ outcome: 'undone' });
  });

  it('shows another preview and changes nothing, if somebody was changed since the first one', async () => {
    const exam = await desk.makeExam('Entre-temps', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Tandis1', 'Tandis2'], { sendEmail: false });
    const { fingerprint } = await desk.look(importId);
    const name = { firstName: 'Corrigée', lastName: 'Essai', languageId: 'fr' as const };
    const id = await idOf('Tandis1');
    await admin.call(correctUser, { body: { id, ...name, profession: null, newsLetter: false } });
    const before = await dump(read());
    const { status, reply } = await desk.undo(importId, fingerprint);
    expect(status).toBe(409);
    expect(reply).toMatchObject({ outcome: 'changedMeanwhile', mailsHeldUntil: null });
    expect(compare(before, await dump(read()))).toEqual({});
    if (reply.outcome !== 'changedMeanwhile') throw new Error(reply.outcome);
    expect(reply.current.counts).toMatchObject({ enrolments: 2, accounts: 1 });
    expect(reply.current.rows).toMatchObject([
      { line: 2, firstName: 'Corrigée', takes: ['enrolment', 'place'], stays: ['accountChanged'] },
      { line: 3, firstName: 'Tandis2', takes: ['enrolment', 'account', 'place'], stays: [] },
    ]);
    const { reply: done } = await desk.undo(importId, reply.current.fingerprint);
    expect(done).toMatchObject({ outcome: 'undone', counts: { enrolments: 2, accounts: 1 } });
    expect([await isThere('Tandis1'), await isThere('Tandis2')]).toEqual([true, false]);
  });

  it('holds unsent mails after a second look, which the mails that leave would make outdated again', async () => {
    const exam = await desk.makeExam('Courriels', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Part1', 'Part2', 'Part3', 'Part4']);
    const { fingerprint, counts } = await desk.look(importId);
    expect(counts.mails).toBe(4);
    const set = (state: string, firstName: string) =>
      change(
        sql`update outgoing_mails set state = ${state} where exam_id = ${exam.id} and recipient = ${makeAddress(firstName)}`,
      );
    await set('sending', 'Part1');
    await set('failed', 'Part2');
    const { reply } = await desk.undo(importId, fingerprint);
    if (reply.outcome !== 'changedMeanwhile') throw new Error(reply.outcome);
    const until = new Date(portal.context.clock.now().getTime() + 600_000);
    expect(reply).toMatchObject({
      mailsHeldUntil: until,
      current: { counts: { mails: 2 }, stays: { mailSent: 1 } },
    });
    const mails = await read()
      .selectFrom('outgoing_mails')
      .select(['state', 'next_try_at'])
      .where('exam_id', '=', exam.id)
      .orderBy('id')
      .execute();
    expect(mails.map(({ state }) => state)).toEqual(['sending', 'failed', 'waiting', 'waiting']);
    expect(mails.slice(2).map((mail) => mail.next_try_at)).toEqual([until, until]);
    await set('sent', 'Part1');
    const { reply: done } = await desk.undo(importId, reply.current.fingerprint);
    expect(done).toMatchObject({ outcome: 'undone', counts: { enrolments: 4, mails: 2 } });
    expect(await mailStates(exam.id)).toEqual(['sent', 'cancelled', 'cancelled', 'cancelled']);
  });

  it('takes out those who have not been told of a change of the exam, since nobody changed their places', async () => {
    const exam = await desk.makeExam('Salle changée', '2027-02-01');
    const importId = await desk.importList(exam.courseId, ['Salle1', 'Salle2']);
    await change(
      sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${exam.id}`,
    );
    const params = { systemId: 3, examId: exam.id };
    const { reply } = await admin.call(getExam, { params });
    expect((await admin.call(editExam, { params, body: { ...reply, placeFr: 'Salle 2' } })).status).toBe(200);
    const { reply: edited } = await admin.call(getExam, { params });
    expect(edited.toTell).toBe(2);
    const { counts, stays, fingerprint } = await desk.look(importId);
    expect([counts, stays]).toMatchObject([{ enrolments: 2, accounts: 2 }, { mailSent: 2 }]);
    await desk.undo(importId, fingerprint);
    expect(await namesIn(exam.id)).toEqual([]);
  });

  it('leaves whom a later list names too, until the import of that list is undone as well', async () => {
    const exam = await desk.makeExam('Deux listes', '2027-02-01');
    const first = await desk.importList(exam.courseId, ['Liste1', 'Liste2']);
    const second = await desk.importList(exam.courseId, ['Liste2', 'Liste3']);
    expect((await desk.look(first)).stays).toEqual({ listedAgain: 1 });
    await desk.undo(second, (await desk.look(second)).fingerprint);
    expect(await namesIn(exam.id)).toEqual(['Liste1', 'Liste2']);
    expect((await desk.look(first)).stays).toEqual({});
  });

  it.each([
    ['the first one first', 'Ordre', 3],
    ['the second one first', 'Rebours', 3],
    ['the first one first, in two systems', 'Partage', 5],
    ['the second one first, in two systems', 'Retour', 5],
  ] as const)(
    'of two imports of the same new people, %s, takes their accounts with the last of them',
    async (order, name, otherSystem) => {
      const other = undoDesk(await portal.as('admin', otherSystem), otherSystem);
      const one = await desk.makeExam(`${name} 1`, '2027-02-01');
      const two = await other.makeExam(`${name} 2`, '2027-02-01');
      const people = [1, 2, 3].map((n) => `${name}${n}`);
      const [untouched = '', seen = '', promoted = ''] = people;
      const made = { of: desk, importId: await desk.importList(one.courseId, people) };
      const known = { of: other, importId: await other.importList(two.courseId, people) };
      await change(sql`update users set last_visit_at = created_at where id = ${await idOf(seen)}`);
      await change(sql`insert into user_roles (user_id, system_id, role, granted_at)
                       values (${await idOf(promoted)}, 3, 'support', now())`);
      const undos = order.startsWith('the first') ? [made, known] : [known, made];
      const counts: object[] = [];
      for (const { of, importId } of undos) {
        const look = await of.look(importId);
        counts.push(look.counts);
        expect((await of.undo(importId, look.fingerprint)).reply).toMatchObject({ counts: look.counts });
      }
      expect(counts).toMatchObject([
        { enrolments: 3, accounts: 0 },
        { enrolments: 3, accounts: 1 },
      ]);
      expect(await Promise.all([untouched, seen, promoted].map(isThere))).toEqual([false, true, true]);
    },
  );

  it('keeps an account that an undone import made while a third one has its person in an exam', async () => {
    const exams = await Promise.all(
      ['Tiers 1', 'Tiers 2', 'Tiers 3'].map((title) => desk.makeExam(title, '2027-02-01')),
    );
    const imports: string[] = [];
    for (const { courseId } of exams) imports.push(await desk.importList(courseId, ['Tierce']));
    const undo = async (importId = '') => desk.undo(importId, (await desk.look(importId)).fingerprint);
    await undo(imports[0]);
    expect((await desk.look(imports[1] as string)).stays).toEqual({ enrolledElsewhere: 1 });
    await undo(imports[1]);
    expect(await isThere('Tierce')).toBe(true);
    await undo(imports[2]);
    expect(await isThere('Tierce')).toBe(false);
  });

  it('waits for an import under way, which may rely on what it takes back', async () => {
    const exam = await desk.makeExam('En même temps', '2027-02-01');
    const first = await desk.importList(exam.courseId, ['Vite1', 'Vite2']);
    const { fingerprint } = await desk.look(first);
    const answers = await Promise.all([
      desk.importList(exam.courseId, ['Vite1', 'Vite2', 'Vite3']),
      desk.undo(first, fingerprint),
    ]);
    // Whichever call came first, the second list holds.
    expect(['undone', 'changedMeanwhile']).toContain(answers[1].reply.outcome);
    expect(await namesIn(exam.id)).toEqual(['Vite1', 'Vite2', 'Vite3']);
  });

  it('can be asked for until the last day of an exam that had begun before the import, else until its first day', async () => {
    const running = await desk.makeExam('Trois jours', '2027-01-12');
    const early = await desk.importList(running.courseId, ['Tot']);
    await change(sql`update exams set end_date = '2027-01-13' where id = ${running.id}`);
    const untilOf = async () => {
      const query = { pageSize: 100 };
      const { imports } = (await admin.call(listImports, { params: { systemId: 3 }, query })).reply;
      return imports.filter(({ id }) => id === early).map(({ undo, undoUntil }) => [undo, undoUntil]);
    };
    expect(await untilOf()).toEqual([['possible', '2027-01-12']]);
    await change(sql`update exams set exam_date = '2027-01-10' where id = ${running.id}`);
    expect(await untilOf()).toEqual([['possible', '2027-01-13']]);
    expect((await desk.ask(early)).status).toBe(200);
  });

  it('is refused after the day of the exam, 30 days after the import, while the exam is cancelled, and elsewhere', async () => {
    /** Signs in again after these days: no session lasts that long. */
    const daysLater = async (days: number) => {
      portal.context.clock.advance(days * 24 * 3600);
      return undoDesk(await portal.as('admin', 3));
    };
    const near = await desk.makeExam('Bientôt', '2027-01-12');
    const far = await desk.makeExam('Loin', '2027-12-01');
    const cancelled = await desk.makeExam('Annulé', '2027-12-01');
    const [ofNear, ofFar, ofCancelled] = await Promise.all([
      desk.importList(near.courseId, ['Tard']),
      desk.importList(far.courseId, ['Loin']),
      desk.importList(cancelled.courseId, ['Annule']),
    ]);
    await admin.call(cancelExam, { params: { systemId: 3, examId: cancelled.id } });
    const { fingerprint } = await desk.look(ofNear);
    expect((await desk.ask(ofCancelled)).problem.code).toBe('exam.cancelled');
    const stranger = undoDesk(await portal.as('admin', 5), 5);
    expect((await stranger.ask(ofNear)).problem.code).toBe('import.notFound');
    expect((await stranger.undo(ofNear, fingerprint)).problem.code).toBe('import.notFound');

    const onTheDay = await daysLater(1);
    expect((await onTheDay.ask(ofNear)).status).toBe(200);
    // People who were mailed are told only while the exam is not over.
    await change(
      sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${near.id}`,
    );
    expect(await onTheDay.look(ofNear)).toMatchObject({ tellable: 1 });
    await change(sql`update exams set start_time = '06:00', end_time = '07:00' where id = ${near.id}`);
    expect(await onTheDay.look(ofNear)).toMatchObject({ tellable: 0 });
    const dayAfter = await daysLater(1);
    expect((await dayAfter.ask(ofNear)).problem.code).toBe('import.undoTooLate');
    expect((await dayAfter.undo(ofNear, fingerprint)).problem.code).toBe('import.undoTooLate');
    const lastDay = await daysLater(28);
    expect((await lastDay.ask(ofFar)).status).toBe(200);
    const tooLate = await daysLater(1);
    expect((await tooLate.ask(ofFar)).problem.code).toBe('import.undoTooLate');
    const { clock } = portal.context;
    const forget = () =>
      systemTransaction(portal.context, (tx) => deleteImportPeopleBefore(tx, clock.now(), 5000));
    const named = () =>
      read().selectFrom('import_people').select('line').where('import_id', '=', ofFar).execute();
    await forget();
    expect(await named()).toEqual([{ line: 2 }]);
    clock.advance(24 * 3600);
    await forget();
    expect(await named()).toEqual([]);
  });
});
