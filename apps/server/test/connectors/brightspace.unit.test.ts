import type { Account, CourseRef } from '../../src/learning/connectors/connector.ts';
import { openBrightspaceConnector, openMemoryStore } from '../brightspace/brightspaceConnector.ts';
import { openBrightspaceServer } from '../brightspace/brightspaceServer.ts';
import { minutesOf } from '../brightspace/exams.ts';
import { addQuiz, ids } from '../brightspace/site.ts';
import { describeConnector } from './connectorContract.ts';

async function openStage(template: number) {
  const server = await openBrightspaceServer({ copyMilliseconds: 30 });
  const { site } = server;
  addQuiz(site, {
    course: template,
    startDate: '2025-04-30T13:00:00.000Z',
    endDate: '2025-04-30T16:00:00.000Z',
  });
  addQuiz(site, { course: template, name: 'Sondage', isEnforced: false });
  const settings = { BRIGHTSPACE_TEMPLATE: String(template) };
  // Two servers of the portal share the tokens, in the database.
  const store = openMemoryStore();
  return {
    connector: openBrightspaceConnector(server, settings, store),
    other: openBrightspaceConnector(server, settings, store),
    organisation: { id: 3, templateId: null, semesterId: null },
    prefix: 'CONTRACT',
    peopleSkipped: null,
    datesSkipped: null,
    activitiesSkipped: 'the portal reads no other activities there',
    hasOneEnd: true,
    async readClosings({ externalId: course }: CourseRef) {
      const dated = [...site.quizzes.values()].filter(
        (quiz) => quiz.course === Number(course) && quiz.endDate,
      );
      return dated.map(({ endDate }) => new Date(endDate ?? ''));
    },
    questionsSkipped: 'D2L documents no number of questions',
    extraTimeSkipped: null,
    readExtraSeconds: async ({ externalId: course }: CourseRef, { externalId: user }: Account) =>
      [...site.quizzes.values()]
        .filter((quiz) => quiz.course === Number(course) && quiz.isEnforced)
        .map((quiz) => (minutesOf(site, quiz, Number(user)) - quiz.minutes) * 60),
    hasOneUseLinks: false,
    gradesSkipped: null,
    async setGrade({ externalId: course }: CourseRef, { externalId: user }: Account, percent: number) {
      site.finalGrades.set(`${course}/${user}`, { points: percent / 5, outOf: 20 });
    },
    async addStranger(orgDefinedId: string, email: string) {
      const id = site.next++;
      const names = { firstName: 'Ada', middleName: null, lastName: 'Roy' };
      const more = { isActive: true, pronouns: '', role: 109 };
      site.users.set(id, { id, userName: `prof${id}`, email, orgDefinedId, ...names, ...more });
      return String(id);
    },
    readSignedOn: null,
    async promote(externalId: string) {
      const user = site.users.get(Number(externalId));
      if (user) user.role = 109;
    },
    listCourses: async (code: string) =>
      [...site.orgUnits.values()]
        .filter((unit) => unit.code === code && !unit.isRecycled)
        .map(({ name, isActive }) => ({ title: name, isOpen: isActive })),
    listAccounts: async (key: string) =>
      [...site.users.values()]
        .filter(({ userName, orgDefinedId }) => userName === key || orgDefinedId === key)
        .map(({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`, email: email ?? '' })),
    close: () => server.close(),
  };
}

describeConnector('Brightspace, with a course template', () => openStage(ids.template));
describeConnector('Brightspace, with a course as template', () => openStage(ids.masterCourse));
