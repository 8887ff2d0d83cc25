import { listOwnExams } from '@guichet/contract/exams/candidate';
import {
  downloadCalendar,
  readCalendarFeed,
  renewCalendarFeed,
} from '@guichet/contract/exams/candidate.calendar';
import { cancelExam, getExam, reactivateExam } from '@guichet/contract/exams/exams';
import { listClosedExams, listExams } from '@guichet/contract/exams/exams.list';
import { addCandidate } from '@guichet/contract/exams/places';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { listSystemWork } from '@guichet/contract/overview/home';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain } from '../../../test/learning.ts';
import { openConnectors } from '../../learning/platforms/connectors.ts';
import { type CandidateDesk, noahEmail, openCandidateDesk, zoeEmail } from './fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
});
afterAll(() => desk.portal.close());

const nothing = '00000000-0000-4000-8000-00000000000';

/** An exam as all see it: staff, the candidate Zoé, the calendar feed, the learning platform. */
async function look(examId: number, courseId: string, feed: string) {
  const { portal, zoe } = desk;
  const admin = desk.admins[3];
  await drain(portal.context, await openConnectors(portal.context).of(null));
  const params = { systemId: 3, examId };
  const ofSystem = { params: { systemId: 3 } };
  const idsOf = (list: readonly { readonly id: number }[]) => list.some(({ id }) => id === examId);
  const own = (await zoe.call(listOwnExams)).reply.find((exam) => exam.examId === examId);
  const entering = await zoe.call(redirectToPlatform, { ...ofSystem, query: { orgId: courseId } });
  const { raw } = await zoe.call(redirectToPlatform, { ...ofSystem, query: {} });
  const { pathname, search } = new URL(raw);
  const visit = await portal.app.inject(pathname + search);
  const cookie = String(visit.headers['set-cookie']).split(';', 1)[0] ?? '';
  const url = `/learning/dc/exams/${courseId}?lang=fr`;
  const page = (await portal.app.inject({ url, headers: { cookie } })).body;
  const statusIn = (text: string) => /STATUS:(\w+)/.exec(text)?.[1];
  const file = await zoe.call(downloadCalendar, { query: { examId } });
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: courseId, sendEmail: false };
  const list = { name: 'l.csv', bytes: 'Prénom;Nom;Courriel\nZoé;Côté;zoe@etu.example.ca' };
  const { work, info, feedText } = {
    work: (await admin.call(listSystemWork)).reply[0],
    info: (await admin.call(getUserInfo, { body: { id: zoe.userId } })).reply,
    feedText: (await portal.nobody.call(readCalendarFeed, { params: { feed } })).raw,
  };
  return {
    home: work?.nextExams.some((exam) => exam.examId === examId),
    forImport: idsOf((await admin.call(listExams, ofSystem)).reply),
    active: idsOf((await admin.call(listExams, { ...ofSystem, query: { showAllActive: true } })).reply),
    cancelled: idsOf(
      (await admin.call(listClosedExams, { ...ofSystem, query: { state: 'cancelled' } })).reply,
    ),
    page: (await admin.call(getExam, { params })).reply.isCancelled ? 'cancelled' : 'open',
    panel: info.exams.find((exam) => exam.examId === examId)?.isCancelled ? 'cancelled' : 'open',
    candidate: own?.state,
    entry: own?.entry,
    entering: entering.status,
    platform: page.includes('Cet examen est annulé')
      ? 'cancelled'
      : page.includes('Confirmée')
        ? 'open'
        : page,
    file: statusIn(file.raw),
    feed: statusIn(feedText),
    import: (await admin.call(importCandidates, { body: order, file: list })).status,
    adding: (await admin.call(addCandidate, { params, body: { email: zoeEmail, sendEmail: false } })).status,
  };
}

async function makeFeed() {
  const { reply } = await desk.zoe.call(renewCalendarFeed);
  return new URL(reply.address ?? '').pathname.split('/').at(-1) ?? '';
}
const courseOf = async (examId: number) =>
  (await desk.admins[3].call(getExam, { params: { systemId: 3, examId } })).reply.courseId;

it('a cancelled exam is closed everywhere at once, and open everywhere once it is reactivated', async () => {
  const admin = desk.admins[3];
  const examId = await desk.makeExam('Partout', '2027-01-12');
  const courseId = await courseOf(examId);
  const params = { systemId: 3, examId };
  const feed = await makeFeed();
  const open = await look(examId, courseId, feed);
  expect(open).toMatchObject({
    home: true,
    forImport: true,
    active: true,
    cancelled: false,
    page: 'open',
    panel: 'open',
    candidate: 'toCome',
    entering: 200,
    platform: 'open',
    file: 'CONFIRMED',
    feed: 'CONFIRMED',
    import: 200,
    adding: 200,
  });
  await admin.call(cancelExam, { params });
  expect(await look(examId, courseId, feed)).toMatchObject({
    home: false,
    forImport: false,
    active: false,
    cancelled: true,
    page: 'cancelled',
    panel: 'cancelled',
    candidate: 'cancelled',
    entry: 'closed',
    entering: 409,
    platform: 'cancelled',
    file: 'CANCELLED',
    feed: 'CANCELLED',
    import: 404,
    adding: 404,
  });
  await admin.call(reactivateExam, { params, body: {} });
  expect(await look(examId, courseId, feed)).toEqual(open);
});

it('a moved person is in the other exam: on its course, on their page and in their calendar', async () => {
  const from = await desk.makeExam('Matin', '2027-02-01', [noahEmail]);
  const to = await desk.makeExam('Soir', '2027-02-02', [zoeEmail]);
  const { portal, noah } = desk;
  const body = { userIds: [noah.userId], removalId: `${nothing}1`, toExamId: to, sendEmail: false };
  await desk.admins[3].call(moveCandidates, { params: { systemId: 3, examId: from }, body });
  await drain(portal.context, await openConnectors(portal.context).of(null));
  expect((await noah.call(listOwnExams)).reply.map(({ title }) => title.fr)).toEqual(['Soir']);
  expect((await noah.call(downloadCalendar)).raw.match(/SUMMARY[^\r]*/g)).toEqual([
    expect.stringMatching(/:Soir \(Examens DC\)$/),
    // A calendar that has the entry of the former exam keeps it unless told of the departure.
    expect.stringMatching(/:Inscription retirée\u00a0: Matin \(Examens DC\)$/),
  ]);
  const enter = async (examId: number) => {
    const query = { orgId: await courseOf(examId) };
    return (await noah.call(redirectToPlatform, { params: { systemId: 3 }, query })).status;
  };
  expect([await enter(from), await enter(to)]).toEqual([404, 200]);
  const places = await portal.context.database.read
    .selectFrom('platform_enrolments')
    .select(['course_id', 'wanted'])
    .where('platform_user_id', '=', `g${noah.userId}`)
    .where('state', '=', 'done')
    .execute();
  expect(places).toEqual(
    expect.arrayContaining([
      { course_id: await courseOf(from), wanted: 'out' },
      { course_id: await courseOf(to), wanted: 'in' },
    ]),
  );
});
