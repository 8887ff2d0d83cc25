import { createExamSpace } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { addCandidate } from '@guichet/contract/exams/places';
import { findClashes } from '@guichet/contract/exams/places.clashes';
import { previewImport } from '@guichet/contract/imports/imports';
import { listSystemWork } from '@guichet/contract/overview/home';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson } from '../../../identity/users/fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

const makeExam = async (systemId: number, title: string, startTime: string, endTime: string) =>
  (
    await superAdmin.call(createExamSpace, {
      params: { systemId },
      body: { title, examDate: '2027-03-01', startTime, endTime },
    })
  ).reply;
const enrol = (systemId: number, examId: number, email: string) =>
  superAdmin.call(addCandidate, { params: { systemId, examId }, body: { email, sendEmail: false } });
const clashes = async (examId: number, body: object, who = admin) =>
  (await who.call(findClashes, { params: { systemId: 3, examId }, body })).reply;

it('an exam at the hour of another is told before somebody is added, moved or imported; of other systems only that there is one', async () => {
  const mine = await makeExam(3, 'Le mien', '09:00', '12:00');
  const own = await makeExam(3, 'Dans le système', '11:00', '13:00');
  const foreign = await makeExam(5, 'Ailleurs', '08:00', '09:30');
  const after = await makeExam(3, 'Après', '12:00', '14:00');
  const [ana, bob, eva] = ['ana', 'bob', 'eva'].map((name) => `${name}@heure.example.ca`);
  const ids: number[] = [];
  for (const [email, firstName] of [
    [ana, 'Ana'],
    [bob, 'Bob'],
    [eva, 'Eva'],
  ])
    ids.push(await makePerson(portal, { email: email ?? '', firstName: firstName ?? '', lastName: 'Heure' }));
  await enrol(3, own.id, ana ?? '');
  await enrol(5, foreign.id, bob ?? '');
  await enrol(3, after.id, eva ?? '');

  const exam = {
    title: 'Dans le système',
    titleEn: '',
    date: '2027-03-01',
    startTime: '11:00',
    endTime: '13:00',
  };
  expect(await clashes(mine.id, { email: ana })).toEqual({
    people: 1,
    samples: [{ name: '', email: ana, exam }],
  });
  expect(await clashes(mine.id, { email: bob })).toEqual({
    people: 1,
    samples: [{ name: '', email: bob, exam: null }],
  });
  expect((await clashes(mine.id, { email: eva })).people).toBe(0);
  expect((await clashes(mine.id, { email: bob }, superAdmin)).samples[0]?.exam).toMatchObject({
    title: 'Ailleurs',
  });
  expect((await clashes(mine.id, { userIds: [ids[0]], leaving: own.id })).people).toBe(0);
  expect(await clashes(mine.id, { userIds: ids })).toEqual({
    people: 1,
    samples: [{ name: 'Ana Heure', email: ana, exam }],
  });

  const list = {
    body: {
      systemId: 3,
      languageId: 'fr' as const,
      selectedCourse: mine.courseId,
      sendEmail: false,
      compare: true,
    },
    file: {
      name: 'liste.csv',
      bytes: [
        'Prénom;Nom;Courriel',
        `Ana;Heure;${ana}`,
        `Bob;Heure;${bob}`,
        'Zoé;Roy;zoe.roy@gmail.com',
        'Zoé;Roy-Côté;zoeroy+cours@gmail.com',
        'Luc;Un;l.un@uni.ca',
        'Lia;Un;lun@uni.ca',
      ].join('\r\n'),
    },
  };
  const { reply } = await admin.call(previewImport, list);
  expect(reply).toMatchObject({
    clashes: {
      people: 2,
      samples: [
        { name: 'Ana Heure', exam },
        { name: 'Bob Heure', exam: null },
      ],
    },
    sharedMailboxes: [
      { emails: ['zoe.roy@gmail.com', 'zoeroy+cours@gmail.com'], names: ['Zoé Roy', 'Zoé Roy-Côté'] },
    ],
  });

  await enrol(3, mine.id, ana ?? '');
  await enrol(3, mine.id, bob ?? '');
  expect((await clashes(mine.id, {})).samples.map(({ name, exam: other }) => [name, other?.title])).toEqual([
    ['Ana Heure', 'Dans le système'],
    ['Bob Heure', undefined],
  ]);
  const work = (await admin.call(listSystemWork, {})).reply.find(({ systemId }) => systemId === 3);
  expect(work?.examsClashing).toBe(2);
  const query = { showAllActive: true, clashing: true };
  const { reply: exams } = await admin.call(listExams, { params: { systemId: 3 }, query });
  expect(exams.map(({ title }) => title).toSorted()).toEqual(['Dans le système', 'Le mien']);
});

it('a stranger to the system, and somebody without a session, hear nothing', async () => {
  const exam = await makeExam(3, 'À personne d’autre', '09:00', '12:00');
  const params = { systemId: 3, examId: exam.id };
  const stranger = await portal.as('admin', 5);
  expect((await stranger.call(findClashes, { params, body: {} })).status).toBe(403);
  expect((await (await portal.as('support', 3)).call(findClashes, { params, body: {} })).status).toBe(403);
  expect((await portal.nobody.call(findClashes, { params, body: {} })).status).toBe(401);
  const foreign = await makeExam(5, 'Pas le sien', '09:00', '12:00');
  expect((await clashes(foreign.id, {}).catch(() => null)) ?? null).toBeNull();
});
