import { listOwnExams } from '@guichet/contract/exams/candidate';
import { cancelExam } from '@guichet/contract/exams/exams';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropPolicies } from '../../../test/database/protectedTables.ts';
import type { Caller } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { type CandidateDesk, noahEmail, openCandidateDesk, zoeEmail } from './fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
});
afterAll(() => desk.portal.close());

const examsOf = async (who: Caller) => (await who.call(listOwnExams)).reply;
const titlesOf = async (who: Caller) => (await examsOf(who)).map(({ title }) => title.fr);
const day = (from: number) => {
  const today = Date.parse(desk.portal.context.clock.today());
  return new Date(today + from * 86_400_000).toISOString().slice(0, 10);
};

/** Moves an exam to a day before today, which no form allows. */
const letPass = (examId: number, from: number) =>
  systemTransaction(desk.portal.context, (tx) =>
    tx
      .updateTable('exams')
      .set({ exam_date: day(from) })
      .where('id', '=', examId)
      .execute(),
  );

describe('the exams of a candidate', () => {
  it('are theirs alone: the next one first, past ones last, the latest before', async () => {
    await desk.makeExam('Plus tard', day(30));
    await desk.makeExam('De Noah', day(3), [noahEmail]);
    const before = [await desk.makeExam('Avant-hier', day(1)), await desk.makeExam('Hier', day(1))];
    await letPass(before[0] as number, -2);
    await letPass(before[1] as number, -1);
    await desk.makeExam('Demain', day(1));
    await desk.makeExam('Aujourd’hui', day(0), [zoeEmail, noahEmail]);
    expect(await titlesOf(desk.zoe)).toEqual(['Aujourd’hui', 'Demain', 'Plus tard', 'Hier', 'Avant-hier']);
    expect(await titlesOf(desk.noah)).toEqual(['Aujourd’hui', 'De Noah']);
    expect((await examsOf(desk.zoe)).map(({ state, entry }) => [state, entry])).toEqual([
      ['today', 'open'],
      ['toCome', 'toOpen'],
      ['toCome', 'toOpen'],
      ['over', 'closed'],
      ['over', 'closed'],
    ]);
  });

  it('are theirs alone even without row-level security, and none are those of whoever administers them', async () => {
    const own = await openCandidateDesk();
    await dropPolicies(own.portal.context.database);
    await own.makeExam('De Noah', day(3), [noahEmail]);
    expect(await examsOf(own.zoe)).toEqual([]);
    expect(await examsOf(own.admins[3])).toEqual([]);
    expect(await examsOf(await own.portal.superAdmin())).toEqual([]);
    await own.portal.close();
  });

  it('of several systems stand in one list; an exam where they lost their role is gone', async () => {
    const email = 'deux@etu.example.ca';
    const both = await desk.portal.as('student', 3, { email });
    await desk.makeExam('En 3', day(4), [email], 3);
    await desk.makeExam('En 2', day(2), [email], 2);
    const exams = await examsOf(both);
    expect(exams.map(({ title, systemTitle }) => [title.fr, systemTitle.en])).toEqual([
      ['En 2', 'PDI Exams'],
      ['En 3', 'DC Exams'],
    ]);
    await systemTransaction(desk.portal.context, (tx) =>
      tx.deleteFrom('user_roles').where('user_id', '=', both.userId).where('system_id', '=', 2).execute(),
    );
    expect(await titlesOf(both)).toEqual(['En 3']);
  });

  it('has the hours, place and instructions of the exam; a text in one language stands in both', async () => {
    const email = 'heures@etu.example.ca';
    const lea = await desk.portal.as('student', 3, { email });
    const facts = {
      titleEn: 'Hours',
      startTime: '09:00',
      endTime: '12:30',
      placeFr: 'Salle 204',
      placeUrl: 'https://plan.example.ca/204',
      instructionsEn: 'Bring your card.',
    };
    // The tests' clock shows 10:00 in Toronto.
    await desk.makeExam('Heures', day(0), [email], 3, facts);
    await desk.makeExam('Tôt', day(0), [email], 3, { startTime: '08:00', endTime: '09:30' });
    await desk.makeExam('Tard', day(0), [email], 3, { startTime: '10:01', endTime: '12:00' });
    const [exam, late, early] = await examsOf(lea);
    expect(late).toMatchObject({ state: 'today', entry: 'open' });
    expect(exam).toMatchObject({
      title: { fr: 'Heures', en: 'Hours' },
      startTime: '09:00',
      endTime: '12:30',
      place: { fr: 'Salle 204', en: 'Salle 204' },
      placeUrl: 'https://plan.example.ca/204',
      instructions: { fr: 'Bring your card.', en: 'Bring your card.' },
      state: 'underWay',
      entry: 'open',
    });
    expect(early).toMatchObject({ state: 'over', isPast: true, entry: 'closed' });
  });

  it('a cancelled exam says so and has no way in', async () => {
    const email = 'annule@etu.example.ca';
    const lea = await desk.portal.as('student', 3, { email });
    const examId = await desk.makeExam('Annulé', day(5), [email]);
    await desk.admins[3].call(cancelExam, { params: { systemId: 3, examId } });
    expect(await examsOf(lea)).toMatchObject([{ state: 'cancelled', entry: 'closed', isPast: false }]);
  });

  it('the way in opens with the day of the exam, before its hour', async () => {
    const email = 'jour@etu.example.ca';
    const lea = await desk.portal.as('student', 3, { email });
    // The tests' clock shows 10:00 in Toronto.
    await desk.makeExam('Après-midi', day(0), [email], 3, { startTime: '14:00', endTime: '16:00' });
    await desk.makeExam('Demain à minuit', day(1), [email], 3, { startTime: '00:00', endTime: '02:00' });
    expect((await examsOf(lea)).map(({ entry }) => entry)).toEqual(['open', 'toOpen']);
  });

  it('the way in is prepared until the learning platform has their place, and leads to the hand-off', async () => {
    const email = 'entree@etu.example.ca';
    const lea = await desk.portal.as('student', 3, { email });
    const examId = await desk.makeExam('Entrée', day(5), [email]);
    const [exam] = await examsOf(lea);
    expect(exam).toMatchObject({
      entry: 'toOpen',
      entryPath: { fr: expect.stringMatching(/^\/dc\?orgId=DC-/) },
    });
    const orgId = new URL(exam?.entryPath.fr ?? '', 'http://x').searchParams.get('orgId') ?? '';
    const sent = await lea.call(redirectToPlatform, { params: { systemId: 3 }, query: { orgId } });
    expect(sent.status).toBe(200);
    await systemTransaction(desk.portal.context, (tx) =>
      tx
        .updateTable('platform_enrolments')
        .set({ state: 'pending' })
        .where('course_id', '=', orgId)
        .execute(),
    );
    expect(await examsOf(lea)).toMatchObject([{ examId, entry: 'preparing' }]);
  });
});
