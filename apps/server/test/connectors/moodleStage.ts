import { randomBytes } from 'node:crypto';
import { systemClock } from '../../src/core/runtime/clock.ts';
import { readConfig } from '../../src/core/runtime/config.ts';
import { openMoodle } from '../../src/learning/connectors/moodle/moodle.ts';
import type { Stage } from './connectorContract.ts';

export interface MoodleSiteOfTests {
  readonly url: string;
  readonly token: string;
  /** May make and remove categories and accounts; null where nobody lent one. */
  readonly adminToken: string | null;
  readonly category: string | null;
  readonly template: string | null;
  /** Told what is made and removed on the site. */
  readonly say?: (line: string) => void;
}

interface Answers {
  functions: { name: string }[];
  quizzes: { id: number; timelimit: number; timeclose?: number; sumgrades?: number }[];
  overrides: { userid: number | null; timelimit: number | null; timeclose?: number | null }[];
  sections: { modules: { modname: string; dates?: unknown[] }[] }[];
  courses: { id: number; fullname: string; visible: number }[];
  users: { id: number; fullname: string; email: string }[];
}

/** A Moodle site on which the connector may make things of its own, and which is left as it was found. */
export async function openMoodleStage(site: MoodleSiteOfTests): Promise<Stage> {
  const { adminToken, say = () => {} } = site;
  const prefix = `GUICHET-CHECK-${randomBytes(4).toString('hex').toUpperCase()}`;
  const call = openRawClient(site, adminToken ?? site.token);
  // The service of the administrator's token has nothing to do with quizzes.
  const callAsPortal = openRawClient(site, site.token);
  const codes = new Set<string>();
  const keys = new Set<string>();

  async function makeCategory(): Promise<string> {
    const [made] = await call<{ id: number }[]>('core_course_create_categories', {
      'categories[0][name]': prefix,
      'categories[0][idnumber]': prefix,
      'categories[0][parent]': '0',
    });
    say(`made the category ${prefix} (id ${made?.id})`);
    return String(made?.id);
  }

  const quizzesOf = async (courseId: string) => {
    const fields = { 'courseids[0]': courseId };
    const { quizzes } = await callAsPortal<Pick<Answers, 'quizzes'>>(
      'mod_quiz_get_quizzes_by_courses',
      fields,
    );
    return quizzes;
  };
  const overrideOf = async (quizId: number, { externalId }: { readonly externalId: string }) => {
    const fields = { quizid: String(quizId) };
    const { overrides } = await callAsPortal<Pick<Answers, 'overrides'>>('mod_quiz_get_overrides', fields);
    return overrides.find(({ userid }) => String(userid) === externalId);
  };
  const { functions } = await callAsPortal<Pick<Answers, 'functions'>>('core_webservice_get_site_info', {});
  const offered = new Set(functions.map(({ name }) => name));
  const whyNot = (needed: readonly string[]) => {
    const missing = needed.filter((name) => !offered.has(name));
    if (site.template === null) return 'without a template there is no quiz: set MOODLE_TEMPLATE';
    return missing.length === 0 ? null : `the service lacks ${missing.join(', ')}`;
  };
  const whyNoExtraTime = async () => {
    const reason = whyNot(
      ['get_quizzes_by_courses', 'get_overrides', 'save_overrides', 'delete_overrides'].map(
        (name) => `mod_quiz_${name}`,
      ),
    );
    if (reason !== null) return reason;
    const quizzes = await quizzesOf(site.template ?? '');
    return quizzes.some(({ timelimit }) => timelimit > 0)
      ? null
      : 'no quiz with a time limit is seen in the template';
  };

  const whyNoQuestions = async () => {
    const reason = whyNot(['mod_quiz_get_quizzes_by_courses']);
    if (reason !== null) return reason;
    const quizzes = await quizzesOf(site.template ?? '');
    if (quizzes.some(({ sumgrades = 0 }) => sumgrades > 0)) return null;
    return 'no quiz of the template has a question: that questions can be copied is not shown';
  };

  const whyNoDates = async () => {
    if (extraTimeSkipped !== null) return extraTimeSkipped;
    const quizzes = await quizzesOf(site.template ?? '');
    return quizzes.some(({ timeclose = 0 }) => timeclose > 0)
      ? null
      : 'no quiz of the template has a closing date';
  };

  const whyNoActivities = async () => {
    const reason = whyNot(['core_course_get_contents']);
    if (reason !== null) return reason;
    const fields = { courseid: site.template ?? '' };
    const sections = await callAsPortal<Answers['sections']>('core_course_get_contents', fields);
    const modules = sections.flatMap(({ modules }) => modules);
    return modules.some(({ modname, dates = [] }) => modname !== 'quiz' && dates.length > 0)
      ? null
      : 'no activity of the template but quizzes has a date';
  };

  // The category last: whatever the site refuses before leaves nothing on it.
  const extraTimeSkipped = await whyNoExtraTime();
  const datesSkipped = await whyNoDates();
  const activitiesSkipped = await whyNoActivities();
  const questionsSkipped = await whyNoQuestions();
  if (questionsSkipped !== null) say(questionsSkipped);
  const ownCategory = adminToken === null ? null : await makeCategory();
  const category = ownCategory ?? site.category;
  if (category === null) throw new Error('Set MOODLE_CATEGORY, or MOODLE_ADMIN_TOKEN to make one.');
  const config = readConfig({
    LEARNING_PLATFORM: 'moodle',
    MOODLE_URL: site.url,
    MOODLE_TOKEN: site.token,
    MOODLE_CATEGORY: category,
    ...(site.template === null ? {} : { MOODLE_TEMPLATE: site.template }),
  });
  const open = () => openMoodle({ config, clock: systemClock('America/Toronto') });

  const coursesOf = async (code: string) => {
    const by = (field: string) =>
      call<{ courses: Answers['courses'] }>('core_course_get_courses_by_field', { field, value: code });
    const found = [...(await by('shortname')).courses, ...(await by('idnumber')).courses];
    return [...new Map(found.map((course) => [course.id, course])).values()];
  };
  const accountsOf = async (key: string) => {
    const by = (field: string) =>
      call<Answers['users']>('core_user_get_users_by_field', { field, 'values[0]': key });
    const found = [...(await by('idnumber')), ...(await by('username'))];
    return [...new Map(found.map((user) => [user.id, user])).values()];
  };

  async function removeCourses(): Promise<void> {
    for (const code of codes) {
      for (const { id } of await coursesOf(code)) {
        await call('core_course_delete_courses', { 'courseids[0]': String(id) });
        say(`removed the course ${code} (id ${id})`);
      }
    }
  }

  async function removeCategory(): Promise<void> {
    if (ownCategory === null) return;
    const which = { 'categories[0][id]': ownCategory, 'categories[0][recursive]': '1' };
    await call('core_course_delete_categories', which);
    say(`removed the category ${prefix}`);
  }

  async function removePeople(): Promise<void> {
    if (adminToken === null) return;
    // One account may bear two of the keys.
    const found = new Set((await Promise.all([...keys].map(accountsOf))).flat().map(({ id }) => id));
    for (const id of found) await call('core_user_delete_users', { 'userids[0]': String(id) });
    if (found.size > 0) say(`removed ${found.size} accounts`);
  }

  const remember = (connector: ReturnType<typeof open>): ReturnType<typeof open> => ({
    ...connector,
    async ensureCourse(order, signal) {
      codes.add(order.code);
      const made = await connector.ensureCourse(order, signal);
      say(`made or found the course ${order.code} (id ${made.externalId})`);
      return made;
    },
    async ensureUsers(organisation, people, signal) {
      for (const { key } of people) keys.add(key);
      const users = await connector.ensureUsers(organisation, people, signal);
      say(`made or found ${users.accounts.length} accounts`);
      return users;
    },
    async signOnAddress(signOn, signal) {
      keys.add(signOn.person.key);
      const address = await connector.signOnAddress(signOn, signal);
      say(`got a sign-on link for ${signOn.person.key}`);
      return address;
    },
  });

  return {
    connector: remember(open()),
    other: remember(open()),
    organisation: { id: 3, templateId: null, semesterId: null },
    prefix,
    hasOneUseLinks: true,
    peopleSkipped: adminToken === null ? 'without MOODLE_ADMIN_TOKEN accounts could not be removed' : null,
    extraTimeSkipped,
    questionsSkipped,
    datesSkipped,
    activitiesSkipped,
    gradesSkipped: whyNot(['gradereport_user_get_grade_items']),
    // The portal gives no grades, and its service user may not.
    setGrade: null,
    async readPoints({ externalId: course }) {
      return (await quizzesOf(course)).map(({ sumgrades = 0 }) => sumgrades);
    },
    async readClosings({ externalId: course }, account) {
      const dated = (await quizzesOf(course)).filter(({ timeclose = 0 }) => timeclose > 0);
      const overrides = await Promise.all(dated.map(({ id }) => overrideOf(id, account)));
      return dated.map(({ timeclose = 0 }, n) => new Date((overrides[n]?.timeclose ?? timeclose) * 1000));
    },
    async readExtraSeconds({ externalId: course }, account) {
      const quizzes = (await quizzesOf(course)).filter(({ timelimit }) => timelimit > 0);
      return Promise.all(
        quizzes.map(
          async ({ id, timelimit: usual }) => ((await overrideOf(id, account))?.timelimit ?? usual) - usual,
        ),
      );
    },
    async addStranger(key, email) {
      const username = `${prefix.toLowerCase()}-prof-${randomBytes(4).toString('hex')}`;
      const account = { username, idnumber: key, firstname: 'Ada', lastname: 'Roy', email, auth: 'manual' };
      const fields = { ...account, password: `Aa1!${randomBytes(12).toString('hex')}` };
      const [made] = await call<{ id: number }[]>(
        'core_user_create_users',
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [`users[0][${name}]`, value])),
      );
      keys.add(username);
      return String(made?.id);
    },
    async readSignedOn(address) {
      const { headers } = await fetch(address, { redirect: 'manual' });
      const cookie = headers.getSetCookie().map((line) => line.split(';')[0]);
      const page = await fetch(`${site.url}/user/profile.php`, { headers: { cookie: cookie.join('; ') } });
      return / data-userid="(\d+)"/.exec(await page.text())?.[1] ?? '';
    },
    promote: null,
    async listCourses(code) {
      const courses = await coursesOf(code);
      return courses.map(({ fullname, visible }) => ({ title: fullname, isOpen: visible === 1 }));
    },
    async listAccounts(key) {
      return (await accountsOf(key)).map(({ fullname, email }) => ({ name: fullname, email }));
    },
    async close() {
      const failures: unknown[] = [];
      for (const remove of [removeCourses, removePeople, removeCategory])
        await remove().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, `${prefix} is not removed wholly`);
    },
  };
}

/** Calls without the connector, to look around it: as an administrator, if one lent a token, who sees what it does not. */
function openRawClient({ url }: MoodleSiteOfTests, token: string) {
  return async <T = unknown>(name: string, fields: Record<string, string>): Promise<T> => {
    const head = { wstoken: token, wsfunction: name, moodlewsrestformat: 'json' };
    const body = new URLSearchParams({ ...head, ...fields });
    const response = await fetch(`${url}/webservice/rest/server.php`, { method: 'POST', body });
    const answer = (await response.json()) as { errorcode?: string; message?: string } | null;
    if (answer?.errorcode) throw new Error(`${name}: ${answer.message} (${answer.errorcode})`);
    return answer as T;
  };
}
