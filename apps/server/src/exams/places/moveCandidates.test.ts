import { editExam, getExam } from '@guichet/contract/exams/exams';
import { saveMessage } from '@guichet/contract/mail/messages';
import { getMail } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePlainExam } from '../../identity/users/fixtures/people.ts';
import { openMovingDesk, uuid } from './fixtures/movingDesk.ts';

let desk: Awaited<ReturnType<typeof openMovingDesk>>;
beforeAll(async () => {
  desk = await openMovingDesk();
});
afterAll(() => desk.portal.close());

const transact = (statement: ReturnType<typeof sql>) =>
  desk.portal.context.database.transact((tx) => statement.execute(tx));

it('moves people from one exam and course to the other, and reports who stays and why', async () => {
  const from = await desk.makeExam('Départ', ['Ana', 'Bob', 'Cid', 'Dan']);
  const to = await desk.makeExam('Arrivée', ['Cid']);
  const [ana = 0, bob = 0, cid = 0, dan = 0] = await desk.idsOf(from.id);
  await transact(sql`update enrolments set attested_at = now() where user_id = ${dan}`);
  expect(await desk.onPlatform(from.courseId)).toEqual([ana, bob, cid, dan]);
  const removalId = uuid();
  const { reply } = await desk.move(from.id, to.id, [ana, bob, cid, dan, 999_999], { removalId });
  expect(reply).toEqual({
    userIds: [ana, bob],
    others: [
      { userId: cid, reason: 'alreadyThere' },
      { userId: dan, reason: 'attested' },
      { userId: 999_999, reason: 'absent' },
    ],
  });
  expect([await desk.idsOf(from.id), await desk.idsOf(to.id)]).toEqual([
    [cid, dan],
    [ana, bob, cid],
  ]);
  expect(await desk.onPlatform(from.courseId)).toEqual([cid, dan]);
  expect(await desk.onPlatform(to.courseId)).toEqual([ana, bob, cid]);
  const states = (await desk.mails(from.id)).map(({ state }) => state);
  expect(states).toEqual(['cancelled', 'cancelled', 'queued', 'queued']);
  expect((await desk.mails(to.id)).map(({ userId }) => userId)).toEqual([cid]);
  const detail = {
    name: 'Départ',
    exam: 'Arrivée',
    examId: to.id,
    candidates: 2,
    mails: 0,
    userIds: [ana, bob],
    removalId,
    imports: { [await desk.importOf(from.id)]: [ana, bob] },
  };
  expect(await desk.lines(from.id)).toEqual([
    { action: 'candidates.moved', actorId: desk.admin.userId, systemId: 3, detail },
  ]);
});

it('stands in the history of each who was moved or taken out, and of nobody else', async () => {
  const from = await desk.makeExam('Ancien', ['Hal', 'Ida', 'Jim']);
  const to = await desk.makeExam('Nouveau');
  const [hal = 0, ida = 0, jim = 0] = await desk.idsOf(from.id);
  const { clock } = desk.portal.context;
  clock.advance(1);
  await desk.move(from.id, to.id, [hal, ida]);
  clock.advance(1);
  const removalId = uuid();
  await desk.takeOut(to.id, [hal], { removalId });
  const historyOf = async (id: number) => {
    const { entries } = (await desk.admin.call(getPersonHistory, { params: { id } })).reply;
    const ofPlaces = entries.filter(({ event }) => event.startsWith('candidate') || event === 'imported');
    return ofPlaces.map(({ event, exam, by }) => [event, exam, by !== null]);
  };
  const moved = ['candidates.moved', 'Nouveau', true];
  const takenOut = ['candidate.unenrolled', 'Nouveau', true];
  const imported = ['imported', 'Ancien', true];
  expect(await historyOf(hal)).toEqual([takenOut, moved, imported]);
  expect(await historyOf(ida)).toEqual([moved, imported]);
  expect(await historyOf(jim)).toEqual([imported]);
  clock.advance(1);
  await desk.putBack(to.id, removalId);
  expect(await historyOf(hal)).toEqual([['candidates.putBack', 'Nouveau', true], takenOut, moved, imported]);
});

it('stands in the history under the English titles of the exams for who reads English', async () => {
  const from = await desk.makeExam('Départ B', ['Lou']);
  const to = await desk.makeExam('Arrivée B');
  await transact(sql`update exams set title_en = 'Goal B' where id = ${to.id}`);
  const [lou = 0] = await desk.idsOf(from.id);
  await desk.move(from.id, to.id, [lou]);
  desk.portal.context.clock.advance(1);
  await desk.takeOut(to.id, [lou]);
  const readBy = async (language: 'fr' | 'en') => {
    const headers = { 'accept-language': language };
    const { entries } = (await desk.admin.call(getPersonHistory, { params: { id: lou }, headers })).reply;
    return entries.filter(({ event }) => event.startsWith('candidate')).map(({ exam }) => exam);
  };
  expect(await readBy('en')).toEqual(['Goal B', 'Goal B']);
  expect(await readBy('fr')).toEqual(['Arrivée B', 'Arrivée B']);
});

it('stands in the history once for each exam, also of the same moment', async () => {
  const one = await desk.makeExam('Premier', ['Kim']);
  const other = await desk.makeExam('Second', ['Kim']);
  const [kim = 0] = await desk.idsOf(one.id);
  desk.portal.context.clock.advance(1);
  for (const exam of [one, other]) await desk.takeOut(exam.id, [kim]);
  const { entries } = (await desk.admin.call(getPersonHistory, { params: { id: kim } })).reply;
  const takenOut = entries.filter(({ event }) => event === 'candidate.unenrolled');
  expect(takenOut.map(({ exam }) => exam).sort()).toEqual(['Premier', 'Second']);
});

it('mails the invitation of the other exam in the language of each, once, with a link where a password is due', async () => {
  const body = { subject: 'Exam {{examTitle}}', body: '<p>Hello</p>' };
  const params = { systemId: 3, languageId: 'en' as const };
  const saved = await desk.admin.call(saveMessage, { params, body });
  expect(saved.status).toBe(200);
  const [from, to] = [await desk.makeExam('Avec', ['Eve', 'Flo', 'Gil']), await desk.makeExam('Courriel')];
  const [eve = 0, flo = 0, gil = 0] = await desk.idsOf(from.id);
  await transact(
    sql`update users set language = 'en', password_hash = 'x', must_choose_password_since = null where id = ${flo}`,
  );
  await transact(sql`update users set deactivated_at = now() where id = ${gil}`);
  const removalId = uuid();
  const again = { removalId, sendEmail: true };
  await desk.move(from.id, to.id, [eve, flo, gil], again);
  expect((await desk.move(from.id, to.id, [eve, flo, gil], again)).reply.userIds).toEqual([eve, flo, gil]);
  const mails = await desk.mails(to.id);
  expect(mails).toMatchObject([
    { userId: eve, state: 'queued', language: 'fr', variables: { secretLink: { purpose: 'invitation' } } },
    { userId: flo, state: 'queued', language: 'en' },
  ]);
  expect(mails[1]?.variables).not.toHaveProperty('secretLink');
  expect(await desk.lines(from.id)).toHaveLength(1);
});

it('says in that mail, after the greeting, which exam no longer counts, also when the new one changes before it leaves', async () => {
  const params = { systemId: 3, languageId: 'en' as const };
  const body = { subject: 'Exam {{examTitle}}', body: '<p>Hello {{firstName}}</p>' };
  await desk.admin.call(saveMessage, { params, body });
  const [from, to] = [await desk.makeExam('Quitté <A>', ['Pia', 'Qiu']), await desk.makeExam('Rejoint')];
  const [pia = 0, qiu = 0] = await desk.idsOf(from.id);
  await transact(sql`update users set language = 'en' where id = ${qiu}`);
  await transact(sql`update exams set title_en = 'Left', exam_date = '2027-04-05', start_time = '09:00', end_time = '12:00',
    place_fr = 'Pavillon Tabaret', place_en = 'Tabaret Hall' where id = ${from.id}`);
  await desk.move(from.id, to.id, [pia, qiu], { sendEmail: true });
  const { reply: exam } = await desk.admin.call(getExam, { params: { systemId: 3, examId: to.id } });
  const changed = { ...exam, titleEn: 'Joined', examDate: '2027-06-07' };
  await desk.admin.call(editExam, { params: { systemId: 3, examId: to.id }, body: changed });
  const read = async (userId: number) => {
    const { id: mailId } = await desk.portal.context.database.read
      .selectFrom('outgoing_mails')
      .select('id')
      .where('exam_id', '=', to.id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return (await desk.admin.call(getMail, { params: { mailId } })).reply;
  };
  const french = await read(pia);
  expect(french.subject).toBe('Votre examen a changé\u00A0: Rejoint (Examens DC)');
  expect(french.html).toMatch(
    /color:#1a1d29">\n<p>Bonjour Pia [^<]*,<\/p>\s*<p>Examens DC.: votre examen a changé\. Votre inscription a été déplacée de l’examen «.<strong>Quitté &#60;A&#62;<\/strong>.» \(lundi 5\u00A0avril 2027\) vers l’examen «.<strong>Rejoint<\/strong>.» \(lundi 7\u00A0juin 2027\)\. Ne vous présentez pas à l’examen que vous quittez.: «.Quitté &#60;A&#62;.» \(Examens DC\), lundi 5\u00A0avril 2027, 9.h à 12.h \(heure de l’Est\), Pavillon Tabaret\. Vos autres examens, s’il y en a, ne changent pas, même ce jour-là\.<\/p>/,
  );
  expect(french.html).toContain(
    'aria-hidden="true">Examens DC\u00A0: votre examen a changé. Votre inscription a été déplacée de l’examen',
  );
  const english = await read(qiu);
  expect(english.subject).toBe('Your exam has changed: Joined (DC Exams)');
  expect(english.text).toContain(
    'Open the attached calendar files to add this exam to your calendar and to mark the former one as cancelled there.',
  );
  expect(english.html).toMatch(
    /<p>Hello Qiu<\/p>\s*<p>DC Exams: your exam has changed\. Your registration has been moved from “<strong>Left<\/strong>” \(Monday, April\u00A05, 2027\) to “<strong>Joined<\/strong>” \(Monday, June\u00A07, 2027\)\. Please do not come to the exam that you have left: “Left” \(DC Exams\), Monday, April\u00A05, 2027, 9:00.a\.m\. to noon \(Eastern Time\), Tabaret Hall\. Any other exams of yours stay as they are, that day too\.<\/p>/,
  );
  // Somebody put into an exam otherwise than by a move has left no exam.
  await desk.place(to.courseId, ['Rui']);
  const rui = (await desk.idsOf(to.id)).find((id) => id !== pia && id !== qiu) ?? 0;
  expect((await read(rui)).html).not.toContain('votre examen a changé');
});

it('names in that mail the exam of which they were last told, of several moves before one leaves, and none where they are back', async () => {
  const [first, second, third] = [
    await desk.makeExam('Su', ['Uma', 'Val']),
    await desk.makeExam('Ignoré'),
    await desk.makeExam('Dernier'),
  ];
  const ids = await desk.idsOf(first.id);
  const [, val = 0] = ids;
  const leave = (examId: number, userIds: readonly number[]) =>
    transact(sql`
      update outgoing_mails set state = 'sent', sent_at = now()
      where exam_id = ${examId} and user_id = any(${userIds}::bigint[])`);
  const formerOf = async (examId: number) =>
    (
      await desk.portal.context.database.read
        .selectFrom('outgoing_mails as o')
        .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
        .select(['o.user_id', 'm.variables'])
        .where('o.exam_id', '=', examId)
        .where('o.state', '=', 'queued')
        .orderBy('o.user_id')
        .execute()
    ).map(({ variables }) => (variables as { formerTitle?: string }).formerTitle);
  const move = (from: number, to: number, userIds: readonly number[]) =>
    desk.move(from, to, userIds, { sendEmail: true });
  await leave(first.id, ids);
  await move(first.id, second.id, ids);
  expect(await formerOf(second.id)).toEqual(['Su', 'Su']);
  // The mail to Val about the second exam leaves, the mail to Uma does not.
  await leave(second.id, [val]);
  await move(second.id, third.id, ids);
  expect(await formerOf(third.id)).toEqual(['Su', 'Ignoré']);
  await move(third.id, first.id, ids);
  expect(await formerOf(first.id)).toEqual([undefined, 'Ignoré']);
});

it('is undone whole as long as no mail has left: both courses, both lists, both mails', async () => {
  const [from, to] = [await desk.makeExam('Aller', ['Hua', 'Ida', 'Jan']), await desk.makeExam('Détour')];
  const [hua = 0, ida = 0, jan = 0] = await desk.idsOf(from.id);
  const before = await desk.places(from.id);
  const removalId = uuid();
  await desk.move(from.id, to.id, [hua, ida, jan], { removalId, sendEmail: true });
  expect(await desk.onPlatform(to.courseId)).toEqual([hua, ida, jan]);
  await transact(sql`
    update outgoing_mails set state = 'sent', sent_at = now() where exam_id = ${to.id} and user_id = ${jan}`);
  expect((await desk.putBack(from.id, removalId)).reply).toEqual({
    userIds: [hua, ida],
    others: [{ userId: jan, reason: 'mailed' }],
  });
  expect(await desk.places(from.id)).toEqual(before.slice(0, 2));
  expect(await desk.onPlatform(from.courseId)).toEqual([hua, ida]);
  expect(await desk.onPlatform(to.courseId)).toEqual([jan]);
  expect((await desk.mails(from.id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'cancelled']);
  expect((await desk.mails(to.id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'sent']);
});

it('does not take back whom somebody has moved on, or marked, since', async () => {
  const [from, to, third] = [
    await desk.makeExam('Un', ['Kim', 'Lea', 'Mia']),
    await desk.makeExam('Deux'),
    await desk.makeExam('Trois'),
  ];
  const [kim = 0, lea = 0, mia = 0] = await desk.idsOf(from.id);
  const removalId = uuid();
  await desk.move(from.id, to.id, [kim, lea, mia], { removalId });
  await desk.move(to.id, third.id, [kim]);
  await transact(sql`update enrolments set attested_at = now() where user_id = ${lea}`);
  await desk.cancel(to.id);
  expect((await desk.putBack(from.id, removalId)).reply).toEqual({
    userIds: [mia],
    others: [kim, lea].map((userId) => ({ userId, reason: 'changed' })),
  });
  expect([await desk.idsOf(from.id), await desk.idsOf(to.id), await desk.idsOf(third.id)]).toEqual([
    [mia],
    [lea],
    [kim],
  ]);
});

it('does not take back whose extra time, or what a list says of them, was changed in the other exam', async () => {
  const [from, to] = [await desk.makeExam('Là', ['Ney', 'Oda', 'Pam', 'Ria']), await desk.makeExam('Ici')];
  const [ney = 0, oda = 0, pam = 0, ria = 0] = await desk.idsOf(from.id);
  const extraTimes = (examId: number, userIds: readonly number[], minutes: number) =>
    transact(sql`
      insert into extra_times (system_id, exam_id, user_id, minutes)
      select 3, ${examId}, id, ${minutes} from unnest(${userIds}::bigint[]) as p (id)
      on conflict (exam_id, user_id) do update set minutes = excluded.minutes`);
  await extraTimes(from.id, [oda, ria], 30);
  await transact(
    sql`update enrolments set list_values = '{"Groupe": "B"}' where user_id in (${pam}, ${ria})`,
  );
  const removalId = uuid();
  await desk.move(from.id, to.id, [ney, oda, pam, ria], { removalId });
  await extraTimes(to.id, [ney, oda], 45);
  await transact(sql`update enrolments set list_values = '{"Groupe": "C"}' where user_id = ${pam}`);
  const others = [ney, oda, pam].map((userId) => ({ userId, reason: 'changed' }));
  expect((await desk.putBack(from.id, removalId)).reply).toEqual({ userIds: [ria], others });
  expect(await desk.idsOf(to.id)).toEqual([ney, oda, pam]);
});

it('is refused for an exam that is cancelled, over, or of another system, and to all but its administrators', async () => {
  const { portal } = desk;
  const from = await desk.makeExam('Refus', ['Noa']);
  const ids = await desk.idsOf(from.id);
  const [to, cancelled] = [await desk.makeExam('Ouvert'), await desk.makeExam('Annulé')];
  await desk.cancel(cancelled.id);
  const neighbour = await portal.as('admin', 2);
  const foreign = await desk.makeExam('Voisin', [], { who: neighbour, systemId: 2 });
  const over = await makePlainExam(portal, { examDate: '2027-01-10' });
  for (const { id } of [cancelled, foreign])
    expect((await desk.move(from.id, id, ids)).problem.code).toBe('exam.notFound');
  expect((await desk.move(foreign.id, to.id, ids)).problem.code).toBe('exam.notFound');
  expect((await desk.move(from.id, over.id, ids)).problem.errors).toEqual([
    { path: 'toExamId', messageKey: 'dateInPast' },
  ]);
  const hours = (exam_date: string, end_date: string, end_time: string, id = over.id) =>
    portal.context.database.transact((tx) =>
      tx
        .updateTable('exams')
        .set({ exam_date, end_date, start_time: '08:00', end_time })
        .where('id', '=', id)
        .execute(),
    );
  await hours('2027-01-11', '', '09:59');
  expect((await desk.move(from.id, over.id, ids)).problem.errors?.[0]?.messageKey).toBe('dateInPast');
  expect((await desk.move(from.id, to.id, ids, { who: portal.nobody })).status).toBe(401);
  for (const who of [await portal.as('support', 3), neighbour])
    expect((await desk.move(from.id, to.id, ids, { who })).status).toBe(403);
  // An administrator of both systems still moves nobody from one system to the other.
  const superAdmin = await portal.superAdmin();
  for (const systemId of [2, 3])
    expect((await desk.move(from.id, foreign.id, ids, { who: superAdmin, systemId })).problem.code).toBe(
      'exam.notFound',
    );
  expect(await desk.idsOf(from.id)).toEqual(ids);
  expect((await desk.move(from.id, from.id, ids)).reply.others).toEqual([
    { userId: ids[0], reason: 'alreadyThere' },
  ]);
  // Nobody is refused an exam that runs still.
  await hours('2027-01-10', '2027-01-12', '09:00', to.id);
  expect((await desk.move(from.id, to.id, ids)).reply.userIds).toEqual(ids);
});

it('moves an exam of 3,000 in one request with an invitation to each, back, and takes them all out', async () => {
  const names = Array.from({ length: 3000 }, (_, n) => `N${n}`);
  const [from, to] = [await desk.makeExam('Trois mille', names), await desk.makeExam('Autre')];
  const ids = await desk.idsOf(from.id);
  expect(ids).toHaveLength(3000);
  const removalId = uuid();
  const count = async (examId: number) => (await desk.idsOf(examId)).length;
  expect((await desk.move(from.id, to.id, ids, { removalId, sendEmail: true })).reply.userIds).toHaveLength(
    3000,
  );
  expect([await count(from.id), await count(to.id), (await desk.mails(to.id)).length]).toEqual([
    0, 3000, 3000,
  ]);
  expect((await desk.putBack(from.id, removalId)).reply.userIds).toHaveLength(3000);
  expect([await count(from.id), await count(to.id)]).toEqual([3000, 0]);
  expect((await desk.takeOut(from.id, ids)).reply.userIds).toHaveLength(3000);
  const { rows } = await sql<{ wanted: string; n: number }>`
    select wanted, count(*)::integer as n from platform_enrolments
    where course_id in (${from.courseId}, ${to.courseId}) and wanted = 'in' group by 1`.execute(
    desk.portal.context.database.read,
  );
  expect([await count(from.id), rows]).toEqual([0, []]);
});
