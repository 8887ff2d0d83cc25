import { systemClock } from '../../src/core/runtime/clock.ts';
import { readConfig } from '../../src/core/runtime/config.ts';
import type { Connector, CourseOrder, Person } from '../../src/learning/connectors/connector.ts';
import { openMoodle } from '../../src/learning/connectors/moodle/moodle.ts';
import { insertCourse } from './courses.ts';
import type { MoodleServer } from './moodleServer.ts';

/** The id of the template that `openMoodleConnector` puts on the server. */
export const templateId = 2;

/** The settings by which the portal finds the server. */
export function settingsOf({ url, site }: MoodleServer): Record<string, string> {
  return {
    LEARNING_PLATFORM: 'moodle',
    MOODLE_URL: url,
    MOODLE_TOKEN: site.setup.token,
    MOODLE_CATEGORY: '1',
    MOODLE_TEMPLATE: String(templateId),
  };
}

/** Puts the template on the server, once, with an exam of three hours. */
export function addTemplate({ site }: MoodleServer): void {
  if (site.courses.has(templateId)) return;
  const { id: course } = insertCourse(site, {
    fullname: 'Modèle',
    shortname: 'TPL',
    categoryid: 1,
    isWhole: true,
  });
  const id = site.next.quiz++;
  site.quizzes.set(id, { id, course, name: 'Examen', timelimit: 10_800 });
}

/** A connector to the server with a clock that tests advance. */
export function openMoodleConnector(
  moodle: MoodleServer,
  settings: Record<string, string> = {},
): Connector & { advance(seconds: number): void } {
  addTemplate(moodle);
  const config = readConfig({ ...settingsOf(moodle), ...settings });
  const clock = systemClock(config.timeZone);
  let ahead = 0;
  const now = () => new Date(clock.now().getTime() + ahead * 1000);
  return {
    ...openMoodle({ config, clock: { ...clock, now } }),
    advance(seconds) {
      ahead += seconds;
    },
  };
}

const organisation = { id: 3, templateId: null, semesterId: null };

export function orderOf(code: string, more: Partial<CourseOrder> = {}): CourseOrder {
  const exam = { title: 'Examen', titleEn: '', examDate: '2027-04-30', isCancelled: false, made: null };
  return { organisation, code, ...exam, ...more };
}

export function personOf(number: number, more: Partial<Person> = {}): Person {
  return {
    key: `g${number}`,
    firstName: 'Zoé',
    lastName: `Côté ${number}`,
    email: `zoe${number}@guichet.test`,
    language: 'fr',
    ...more,
  };
}

export function peopleOf(count: number, first = 1): Person[] {
  return Array.from({ length: count }, (_, n) => personOf(first + n));
}
