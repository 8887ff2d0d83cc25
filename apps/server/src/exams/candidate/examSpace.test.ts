import { findClosedExam, listLeftExams } from '@guichet/contract/exams/candidate';
import { cancelExam, createExamSpace, editExam, getExam } from '@guichet/contract/exams/exams';
import { addCandidate } from '@guichet/contract/exams/places';
import {
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/places.removals';
import { setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import type { Caller } from '../../../test/portal.ts';
import { testAdmin } from '../../../test/testApp.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { SignedInGrant } from '../../core/context/appContext.ts';
import { timeIn } from '../../core/runtime/clock.ts';
import { listLeftExams as readLeftExams } from './candidate.service.ts';
import { type CandidateDesk, noahEmail, openCandidateDesk, zoeEmail } from './fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
});
afterAll(() => desk.portal.close());

const hall = {
  titleEn: 'Writing',
  startTime: '13:00',
  endTime: '16:00',
  placeFr: 'Salle 204',
  placeEn: 'Room 204',
  placeUrl: 'https://plan.example.ca/204',
  instructionsFr: 'Apportez une pièce d’identité.\nArrivez tôt.',
};

/** Enters a course's exam space from the portal; returns a function that reads the page in a language. */
async function enter(who: Caller, examId: number) {
  const { courseId } = await examOf(examId);
  const query = { orgId: courseId };
  const { raw } = await who.call(redirectToPlatform, { params: { systemId: 3 }, query });
  const entered = await desk.portal.app.inject({ url: raw.replace('http://localhost:3000', '') });
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  return async (lang = 'fr', path = `/exams/${courseId}`) => {
    const url = `/learning/dc${path}?lang=${lang}`;
    const { body, statusCode } = await desk.portal.app.inject({ url, headers: { cookie } });
    return { status: statusCode, text: body.replaceAll('\u00a0', ' '), html: body };
  };
}

async function examOf(examId: number) {
  const { reply } = await desk.admins[3].call(getExam, { params: { systemId: 3, examId } });
  return reply;
}

/** The portal's answer to an exam's address in a mail, once it leads nowhere. */
async function closedFor(who: Caller, examId: number) {
  const query = { orgId: (await examOf(examId)).courseId };
  return (await who.call(findClosedExam, { params: { systemId: 3 }, query })).reply;
}

const today = () => desk.portal.context.clock.today();

it('the exam space says hours, place with its link and instructions before what to do, in both languages', async () => {
  const look = await enter(desk.zoe, await desk.makeExam('Rédaction', today(), [zoeEmail], 3, hall));
  const { text } = await look();
  for (const fact of ['13 h à 16 h', '>Salle 204</a>', 'Apportez une pièce d’identité.', 'Aujourd’hui'])
    expect(text).toContain(fact);
  expect(text).toContain('href="https://plan.example.ca/204"');
  expect(text.indexOf('13 h')).toBeLessThan(text.indexOf('Apportez une pièce'));
  expect(text.indexOf('Apportez une pièce')).toBeLessThan(text.indexOf('Présentez-vous au lieu indiqué'));
  expect(text).not.toContain('gardez cette page ouverte');
  // No correction is possible any more before the day.
  expect(text).not.toContain('avant le jour de l’examen');
  const english = (await look('en')).text;
  for (const fact of ['Writing', '1:00 p.m. to 4:00 p.m.', '>Room 204</a>', 'Be at the location given above'])
    expect(english).toContain(fact);
  const front = (await look('fr', '')).text;
  expect(front).toContain('13 h à 16 h (heure de l’Est), Salle 204');
});

it('what the program has not given is said to be missing', async () => {
  const look = await enter(desk.noah, await desk.makeExam('Sans lieu', today(), [noahEmail]));
  const { text } = await look();
  expect(text.match(/Pas encore indiqué/g)).toHaveLength(2);
  expect(text).toContain('Le lieu n’est pas indiqué');
});

it('a place with a link, which may be a virtual room, is not said to be on site', async () => {
  const virtual = { ...hall, placeFr: 'Zoom', placeEn: 'Zoom' };
  const look = await enter(desk.zoe, await desk.makeExam('En ligne', today(), [zoeEmail], 3, virtual));
  expect((await look()).text).toContain('si l’examen se passe en ligne, ouvrez plutôt le lien');
  const english = (await look('en')).text;
  expect(english).toContain('if the exam is online, open the link instead');
  expect(english).not.toContain('on site');
});

it('a link that is no web address is a text', async () => {
  const examId = await desk.makeExam('Lien', today(), [zoeEmail], 3, hall);
  const look = await enter(desk.zoe, examId);
  await systemTransaction(desk.portal.context, (tx) =>
    tx.updateTable('exams').set({ place_url: 'javascript:alert(1)' }).where('id', '=', examId).execute(),
  );
  const { text } = await look();
  expect(text).toContain('<dd>Salle 204</dd>');
  expect(text).not.toContain('javascript:');
});

it('extra time shows as the own end, to nobody else', async () => {
  const examId = await desk.makeExam('Temps', today(), [zoeEmail, noahEmail], 3, hall);
  await giveExtraTimeRight(desk.portal, desk.admins[3], 3);
  const params = { systemId: 3, examId, userId: desk.zoe.userId };
  const set = await desk.admins[3].call(setExtraTime, {
    params,
    body: { extraTime: { minutes: 45, factor: null } },
  });
  expect(set.status).toBe(200);
  const look = await enter(desk.zoe, examId);
  expect((await look()).text).toContain('<dt>Fin pour vous</dt><dd>16 h 45 (heure de l’Est)</dd>');
  expect((await look('en')).text).toContain('<dt>Your finishing time</dt><dd>4:45 p.m. (Eastern Time)</dd>');
  expect((await look('fr', '')).text).toContain(
    'Vous avez du temps supplémentaire : jusqu’à 16 h 45 (heure de l’Est)',
  );
  expect((await look('en', '')).text).toContain('You have extra time: until 4:45 p.m. (Eastern Time)');
  const others = await enter(desk.noah, examId);
  expect((await others()).text).not.toContain('Fin pour vous');
  expect((await others('fr', '')).text).not.toContain('temps supplémentaire');
});

it('a moved exam says since when, and what it was when the candidate was registered', async () => {
  const examId = await desk.makeExam('Déplacé', today(), [zoeEmail], 3, hall);
  const look = await enter(desk.zoe, examId);
  const moved = async (change: object) => {
    const { courseId: _, ...exam } = await examOf(examId);
    const { titleFr, titleEn, examDate, startTime, endTime, placeFr, placeEn, placeUrl, version } = exam;
    const { instructionsFr, instructionsEn } = exam;
    const facts = { titleFr, titleEn, examDate, startTime, endTime, placeFr, placeEn, placeUrl, version };
    const body = { ...facts, instructionsFr, instructionsEn, ...change };
    desk.portal.context.clock.advance(60);
    expect((await desk.admins[3].call(editExam, { params: { systemId: 3, examId }, body })).status).toBe(200);
  };
  await moved({ instructionsFr: 'Apportez tout.' });
  expect((await look()).text).not.toContain('Cet examen a été déplacé');
  await moved({ placeFr: 'Gymnase' });
  await moved({ startTime: '14:00', endTime: '17:00' });
  const { text } = await look();
  expect(text).toMatch(/Cet examen a été déplacé.*modification date du lundi 11 janvier 2027, 10 h \d+/s);
  expect(text).toMatch(/Auparavant : lundi 11 janvier 2027, 13 h à 16 h \(heure de l’Est\), Salle 204/);
  expect(text).toContain('14 h à 17 h');
  const english = (await look('en')).text;
  expect(english).toMatch(/Last changed on Monday, January 11, 2027, 10:\d+ a\.m\. \(before that: Monday/);
  await moved({ placeFr: 'Salle 204', startTime: '13:00', endTime: '16:00' });
  expect((await look()).text).not.toContain('Cet examen a été déplacé');
});

it('a cancelled exam says since when, in the list and on its page, and no place to go to', async () => {
  const examId = await desk.makeExam('Annulé', today(), [zoeEmail], 3, hall);
  const look = await enter(desk.zoe, examId);
  await desk.admins[3].call(cancelExam, { params: { systemId: 3, examId } });
  const { status, text } = await look();
  expect(status).toBe(200);
  expect(text).toMatch(/Examen annulé le lundi 11 janvier 2027, 10 h \d+/);
  expect(text).not.toContain('Salle 204');
  expect((await look('fr', '')).text).toMatch(/Examen annulé le lundi 11 janvier 2027, 10 h \d+/);
  const told = { state: 'cancelled', title: { fr: 'Annulé', en: 'Writing' }, date: today() };
  expect(await closedFor(desk.zoe, examId)).toMatchObject(told);
  expect(await closedFor(desk.noah, examId)).toBeNull();
});

it('somebody who is no longer registered reads since when, not that the page does not exist', async () => {
  const examId = await desk.makeExam('Retirée', today(), [zoeEmail, noahEmail], 3, hall);
  const look = await enter(desk.zoe, examId);
  const strange = await enter(desk.noah, await desk.makeExam('De Noah', today(), [noahEmail]));
  const body = { userIds: [desk.zoe.userId], removalId: crypto.randomUUID() };
  const taken = await desk.admins[3].call(takeOutCandidates, { params: { systemId: 3, examId }, body });
  expect(taken.status).toBe(200);
  const { status, text } = await look();
  expect(status).toBe(200);
  expect(text).toMatch(/Votre inscription a été retirée le lundi 11 janvier 2027, 10 h \d+/);
  expect(text).not.toContain('Salle 204');
  expect(text).not.toContain('n’existe pas');
  expect(await closedFor(desk.zoe, examId)).toMatchObject({ state: 'left', title: { fr: 'Retirée' } });
  const leftBy = async (who: Caller) => (await who.call(listLeftExams)).reply.map(({ title }) => title.fr);
  expect([await leftBy(desk.zoe), await leftBy(desk.noah)]).toEqual([['Retirée'], []]);
  expect(await closedFor(desk.noah, examId)).toBeNull();
  expect((await look('en')).text).not.toMatch(/[ap]\.m\.\./);
  // People who never were in the exam are told nothing.
  const { courseId } = await examOf(await desk.makeExam('D’autrui', today(), [zoeEmail]));
  expect((await strange('fr', `/exams/${courseId}`)).status).toBe(404);
});

it('somebody who was moved reads to which exam they were moved, also over several moves, until they leave that one', async () => {
  const [from, over, to] = [
    await desk.makeExam('Quittée', today(), [zoeEmail], 3, hall),
    await desk.makeExam('Passage', today(), [noahEmail]),
    await desk.makeExam('Rejointe', '2027-01-14', [noahEmail], 3, { titleEn: 'Joined' }),
  ];
  const look = await enter(desk.zoe, from);
  const userIds = [desk.zoe.userId];
  const move = (examId: number, toExamId: number) => {
    desk.portal.context.clock.advance(1);
    const body = { userIds, removalId: crypto.randomUUID(), toExamId, sendEmail: false };
    return desk.admins[3].call(moveCandidates, { params: { systemId: 3, examId }, body });
  };
  await move(from, over);
  await move(over, to);
  const movedTo = { examId: to, title: { fr: 'Rejointe', en: 'Joined' }, date: '2027-01-14' };
  expect(await closedFor(desk.zoe, from)).toMatchObject({ state: 'left', movedTo });
  expect(await closedFor(desk.noah, from)).toBeNull();
  const leftOf = async () =>
    (await desk.zoe.call(listLeftExams)).reply.filter(({ examId }) => [from, over].includes(examId));
  expect((await leftOf()).map((exam) => exam.movedTo)).toEqual([movedTo, movedTo]);
  const { text } = await look();
  expect(text).toContain('Votre inscription a été déplacée vers un autre examen');
  expect(text).toContain(`<a href="/fr/my-exams?exam=${to}">Rejointe, jeudi 14 janvier 2027</a>`);
  expect(text).not.toContain('a été retirée');
  expect((await look('en')).text).toContain('>Joined, Thursday, January 14, 2027</a>');
  desk.portal.context.clock.advance(1);
  const body = { userIds, removalId: crypto.randomUUID() };
  await desk.admins[3].call(takeOutCandidates, { params: { systemId: 3, examId: to }, body });
  expect(await closedFor(desk.zoe, from)).toMatchObject({ state: 'left', movedTo: null });
  expect((await look()).text).toContain('Votre inscription a été retirée');
});

it('an impersonation is told at the head of each page', async () => {
  const examId = await desk.makeExam('Aide', today(), [zoeEmail], 3, hall);
  const chief = await desk.portal.superAdmin();
  const body = { reason: 'aide', password: testAdmin.password };
  const { reply } = await chief.call(impersonate, { params: { id: desk.zoe.userId }, body });
  const acting = desk.portal.withToken(reply.outcome === 'started' ? reply.accessToken : '', desk.zoe.userId);
  const look = await enter(acting, examId);
  for (const path of [undefined, '']) expect((await look('fr', path)).text).toContain('Vous agissez pour ');
  expect((await (await enter(desk.zoe, examId))()).text).not.toContain('Vous agissez');
});

it('a candidate reads for 30 days that they were taken out, unless they are put back', async () => {
  const left = async () => (await desk.zoe.call(listLeftExams)).reply.map(({ title }) => title.fr);
  const examId = await desk.makeExam('Retirée deux fois', '2027-05-14', [zoeEmail], 3, hall);
  const params = { systemId: 3, examId };
  const take = (removalId: string) =>
    desk.admins[3].call(takeOutCandidates, { params, body: { userIds: [desk.zoe.userId], removalId } });
  const first = crypto.randomUUID();
  await take(first);
  expect(await left()).toContain('Retirée deux fois');
  await desk.admins[3].call(putBackCandidates, { params, body: { removalId: first } });
  expect(await left()).not.toContain('Retirée deux fois');
  desk.portal.context.clock.advance(1);
  await take(crypto.randomUUID());
  expect((await left())[0]).toBe('Retirée deux fois');
  desk.portal.context.clock.advance(30 * 86_400 + 1);
  const { context } = desk.portal;
  const grant = { identity: { userId: desk.zoe.userId } } as SignedInGrant;
  expect(await context.database.within('all', () => readLeftExams(context, grant))).toEqual([]);
});

it('an exam that was left in the evening of its day, at the university, is told for the whole 30 days', async () => {
  const { clock, config, database } = desk.portal.context;
  const [hours = '', minutes = ''] = timeIn(config.timeZone)(clock.now()).split(':');
  clock.advance(((22 - Number(hours) + 24) * 60 - Number(minutes)) * 60);
  const admin = await desk.portal.as('admin', 3);
  const space = { title: 'Du soir', examDate: today() };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body: space });
  const params = { systemId: 3, examId: exam.id };
  await admin.call(addCandidate, { params, body: { email: zoeEmail, sendEmail: false } });
  const body = { userIds: [desk.zoe.userId], removalId: crypto.randomUUID() };
  await admin.call(takeOutCandidates, { params, body });
  clock.advance(30 * 86_400 - 60);
  const grant = { identity: { userId: desk.zoe.userId } } as SignedInGrant;
  const left = await database.within('all', () => readLeftExams(desk.portal.context, grant));
  expect(left.map(({ title }) => title.fr)).toEqual(['Du soir']);
});
