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
  const { token, adminToken } = site.setup;
  const template = hasTemplate ? String(model.id) : null;
  const stage = await openMoodleStage({ url, token, adminToken, category: null, template });
  return {
    ...stage,
    async close() {
      await stage.close();
      const left = [site.courses.size - 1, site.users.size - 2, site.categories.size - 1];
      await moodle.close();
      if (left.some((count) => count !== 0)) throw new Error(`left on the site: ${left}`);
    },
  };
}

describeConnector('Moodle, with a template', () => openStage(true));
describeConnector('Moodle, without a template', () => openStage(false));
