import { cancelExam, createExamSpace, editExam, getExam } from '@guichet/contract/exams/exams';
import { mostFoundExams, searchExams } from '@guichet/contract/exams/exams.list';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let neighbour: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  neighbour = await portal.as('admin', 2);
  await makeExam(admin, 3, 'Éthique avancée', '2027-06-01', 'Advanced ethics');
  await makeExam(admin, 3, 'Éthique', '2027-05-01');
  const { id } = await makeExam(admin, 3, 'Éthique annulée', '2027-04-20');
  await admin.call(cancelExam, { params: { systemId: 3, examId: id } });
  await makeExam(admin, 3, 'Cœur et poumons', '2027-05-09');
  await makeExam(neighbour, 2, 'Éthique voisine', '2027-05-01');
});
afterAll(() => portal.close());

async function makeExam(who: Caller, systemId: number, title: string, examDate: string, titleEn = '') {
  const { reply } = await who.call(createExamSpace, {
    params: { systemId },
    body: { title, examDate, titleEn },
  });
  return reply;
}

const find = async (search: string, who = admin) =>
  (await who.call(searchExams, { query: { search } })).reply;
const titlesOf = async (search: string, who = admin) =>
  (await find(search, who)).map(({ title }) => title.fr);

it('finds exams by words of either title, by day and by course, without accents and case; cancelled ones last', async () => {
  expect(await titlesOf('ETHIQUE')).toEqual(['Éthique', 'Éthique avancée', 'Éthique annulée']);
  expect(await titlesOf('avancee éth')).toEqual(['Éthique avancée']);
  expect(await titlesOf('advanced')).toEqual(['Éthique avancée']);
  expect(await titlesOf('coeur')).toEqual(['Cœur et poumons']);
  expect(await titlesOf('2027-05')).toEqual(['Éthique', 'Cœur et poumons']);
  expect(await titlesOf('100%')).toEqual([]);
  // Without a word, as when only an action is typed: the next exams.
  expect((await titlesOf('')).slice(0, 2)).toEqual(['Éthique', 'Cœur et poumons']);
  const [first] = await find('advanced');
  expect(first).toMatchObject({
    systemId: 3,
    title: { fr: 'Éthique avancée', en: 'Advanced ethics' },
    date: '2027-06-01',
    isCancelled: false,
  });
  expect((await find('voisine', neighbour))[0]?.title).toEqual({
    fr: 'Éthique voisine',
    en: 'Éthique voisine',
  });
});

it('finds those of the systems that one supports alone', async () => {
  expect(await titlesOf('ethique', neighbour)).toEqual(['Éthique voisine']);
  expect(await titlesOf('ethique', await portal.as('support', 3))).toHaveLength(3);
  expect(await titlesOf('ethique', await portal.superAdmin())).toHaveLength(4);
  expect((await portal.nobody.call(searchExams, { query: { search: 'e' } })).status).toBe(401);
  const student = await portal.as('student', 3);
  expect((await student.call(searchExams, { query: { search: 'e' } })).status).toBe(403);
});

it('finds a title as it was changed, names at most eight, and past ones after those to come', async () => {
  for (let day = 11; day < 21; day++) await makeExam(admin, 3, `Série ${day}`, `2027-05-${day}`);
  expect(await find('serie')).toHaveLength(mostFoundExams);
  const [{ examId } = { examId: 0 }] = await find('coeur');
  const params = { systemId: 3, examId };
  const { id: _, title: __, ...exam } = (await admin.call(getExam, { params })).reply;
  await admin.call(editExam, { params, body: { ...exam, titleFr: 'Cardiologie' } });
  expect(await titlesOf('coeur')).toEqual([]);
  expect(await titlesOf('cardio')).toEqual(['Cardiologie']);
  portal.context.clock.advance(
    (Date.parse('2027-05-14T16:00:00Z') - portal.context.clock.now().getTime()) / 1000,
  );
  expect((await titlesOf('serie', await portal.as('admin', 3))).slice(0, 8)).toEqual(
    [14, 15, 16, 17, 18, 19, 20, 13].map((day) => `Série ${day}`),
  );
});
