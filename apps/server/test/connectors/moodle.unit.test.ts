import type { Account, CourseRef } from '../../src/learning/connectors/connector.ts';
import { insertCourse } from '../moodle/courses.ts';
import { openMoodleServer } from '../moodle/moodleServer.ts';
import { describeConnector } from './connectorContract.ts';
import { openMoodleStage } from './moodleStage.ts';

async function openStage(hasTemplate: boolean) {
  const moodle = await openMoodleServer({ copyMilliseconds: 30 });
  const { site, url } = moodle;
  const model = insertCourse(site, {
    fullname: 'Modèle',
    shortname: 'TPL',
    categoryid: 1,
    isWhole: true,
  });
  const exam = { course: model.id, name: 'Examen', timelimit: 10_800, timeclose: 1_809_111_600 };
  site.quizzes.set(1, { id: 1, ...exam });
  site.quizzes.set(2, { id: 2, course: model.id, name: 'Sondage', timelimit: 0 });
  site.next.quiz = 3;
  const dates = { allowsubmissionsfromdate: 1_764_234_000, duedate: 1_764_244_800 };
  const customdata = { ...dates, cutoffdate: '1764245400' };
  site.activities.push({ course: model.id, modname: 'assign', name: 'Devoir', dates, customdata });
  const { token, adminToken } = site.setup;
  const template = hasTemplate ? String(model.id) : null;
  const stage = await openMoodleStage({ url, token, adminToken, category: null, template });
  return {
    ...stage,
    async setGrade({ externalId: course }: CourseRef, { externalId: user }: Account, percent: number) {
      site.grades.set(`${course}/${user}`, percent);
    },
    async readSignedOn(address: string) {
      return String(site.loginKeys.get(new URL(address).searchParams.get('key') ?? ''));
    },
    async promote(externalId: string) {
      const user = site.users.get(Number(externalId));
      if (user) user.isAdmin = true;
    },
    async close() {
      for (const user of site.users.values()) if (user.id > 3) user.isAdmin = false;
      await stage.close();
      const left = [site.courses.size - 1, site.users.size - 3, site.categories.size - 1];
      await moodle.close();
      if (left.some((count) => count !== 0)) throw new Error(`left on the site: ${left}`);
    },
  };
}

describeConnector('Moodle, with a template', () => openStage(true));
describeConnector('Moodle, without a template', () => openStage(false));
