import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MoodleServer, openMoodleServer } from './moodleServer.ts';
import { accessOf } from './quizzes.ts';

/**
 * For each lesson of a real Moodle, a client that has not learnt it: it has to fail here, or the connector's tests would
 * pass on a server that agrees with it by accident. Each says what the client believes.
 */
let moodle: MoodleServer;
beforeEach(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 200 });
  await call('core_course_create_courses', {
    'courses[0][fullname]': 'Modèle',
    'courses[0][shortname]': 'TPL',
    'courses[0][categoryid]': '1',
  });
});
afterEach(() => moodle.close());

const template = '2';

async function send(name: string, fields: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  const head = { wstoken: moodle.site.setup.token, wsfunction: name, moodlewsrestformat: 'json' };
  const body = new URLSearchParams({ ...head, ...fields });
  return fetch(`${moodle.url}/webservice/rest/server.php`, { method: 'POST', body, signal: signal ?? null });
}

async function call(name: string, fields: Record<string, string>) {
  return (await (await send(name, fields)).json()) as never;
}

const person = (n: number, at = 0, more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({
      username: `g${n}`,
      auth: 'oauth2',
      firstname: 'Zoé',
      lastname: `Côté ${n}`,
      email: `zoe${n}@example.org`,
      idnumber: `g${n}`,
      ...more,
    }).map(([field, value]) => [`users[${at}][${field}]`, value]),
  );

const copy = (shortname: string, signal?: AbortSignal) =>
  send(
    'core_course_duplicate_course',
    { courseid: template, fullname: 'Examen', shortname, categoryid: '1', visible: '0' },
    signal,
  );

const coursesNamed = (shortname: string) =>
  [...moodle.site.courses.values()].filter((course) => course.shortname === shortname);

const often = { timeout: 5000, interval: 2 };

describe('a naive client', () => {
  it('of lesson 1 takes status 200 for success', async () => {
    const { status, ok } = await send('core_user_create_users', person(1, 0, { email: 'no address' }));
    expect([status, ok]).toEqual([200, true]);
    expect([...moodle.site.users.values()].some(({ username }) => username === 'g1')).toBe(false);
  });

  it('of lesson 1 expects to be told which person was refused', async () => {
    await call('core_user_create_users', person(1));
    const taken = await call('core_user_create_users', { ...person(2), ...person(1, 1) });
    const badAddress = await call('core_user_create_users', person(3, 0, { email: 'no address' }));
    expect(taken).toEqual(badAddress);
    expect(JSON.stringify(taken)).not.toContain('g1');
  });

  it('of lesson 2 sends 900 people at once, and takes the list in the answer for all of them', async () => {
    const everybody = Object.assign({}, ...Array.from({ length: 900 }, (_, n) => person(n, n)));
    moodle.site.setup.maxInputVars = 5000;
    const made: unknown[] = await call('core_user_create_users', everybody);
    expect(made).toHaveLength(833);
  });

  it('of lesson 3 has two workers look for the course first, and copy it when it is not there', async () => {
    const look = () => call('core_course_get_courses_by_field', { field: 'shortname', value: 'EX-1' });
    const worker = async () => {
      const { courses } = (await look()) as { courses: unknown[] };
      if (courses.length === 0) await copy('EX-1');
    };
    await Promise.all([worker(), worker()]);
    expect(coursesNamed('EX-1')).toHaveLength(2);
  });

  it('of lesson 3 takes an ID number for unique', async () => {
    await call('core_user_create_users', person(1));
    expect(await call('core_user_create_users', person(2, 0, { idnumber: 'g1' }))).toHaveLength(1);
    const { length } = await call('core_user_get_users_by_field', { field: 'idnumber', 'values[0]': 'g1' });
    expect(length).toBe(2);
  });

  it('of lesson 4 takes a copy that it gave up for not made', async () => {
    await expect(copy('EX-1', AbortSignal.timeout(30))).rejects.toThrow();
    await vi.waitFor(() => expect(coursesNamed('EX-1')).toMatchObject([{ isWhole: false }]), often);
    await vi.waitFor(() => expect(coursesNamed('EX-1')).toMatchObject([{ isWhole: true }]), 5000);
  });

  it('of lesson 4 uses the course that it finds by its short name', async () => {
    moodle.site.setup.copyMilliseconds = 1000;
    const copying = copy('EX-1');
    await vi.waitFor(() => expect(coursesNamed('EX-1')).toHaveLength(1), often);
    const { courses } = (await call('core_course_get_courses_by_field', {
      field: 'shortname',
      value: 'EX-1',
    })) as { courses: { id: number }[] };
    const contents = await call('core_course_get_contents', { courseid: String(courses[0]?.id) });
    expect(contents).toEqual([]);
    await copying;
  });

  it('of lesson 5 says that no people are to be copied', async () => {
    const options = { 'options[0][name]': 'users', 'options[0][value]': '0' };
    const fields = { courseid: template, fullname: 'X', shortname: 'EX-1', categoryid: '1', ...options };
    expect(await call('core_course_duplicate_course', fields)).toMatchObject({
      errorcode: 'setting_locked_by_permission',
    });
  });

  it('of lesson 6 sends the language of each person', async () => {
    moodle.site.setup.languages = ['en'];
    expect(await call('core_user_create_users', person(1, 0, { lang: 'fr' }))).toMatchObject({
      errorcode: 'invalidparameter',
    });
  });

  it('of lesson 7 does not read warnings', async () => {
    const dates = { 'courses[0][startdate]': '1809144000', 'courses[0][enddate]': '1809057600' };
    const answer = await call('core_course_update_courses', { 'courses[0][id]': template, ...dates });
    expect(answer).not.toHaveProperty('errorcode');
    expect(moodle.site.courses.get(2)?.startdate).not.toBe(1809144000);
  });

  it('of lesson 8 signs on without a look at how many accounts have the ID number', async () => {
    await call('core_user_create_users', { ...person(1), ...person(2, 1, { idnumber: 'g1' }) });
    const { loginurl } = await call('auth_userkey_request_login_url', { 'user[idnumber]': 'g1' });
    const entered = await fetch(loginurl, { redirect: 'manual' });
    expect(entered.headers.get('x-signed-on-as')).toBe('g1');
    const again = await fetch(loginurl, { redirect: 'manual' });
    expect(again.headers.get('x-signed-on-as')).toBeNull();
  });

  it('of lesson 9 enrols 500 people in one call, with ten seconds of patience', async () => {
    moodle.site.setup.pace = 0.01;
    const users = Object.assign({}, ...Array.from({ length: 300 }, (_, n) => person(n, n)));
    moodle.site.setup.maxInputVars = 5000;
    const made: { id: number }[] = await call('core_user_create_users', users);
    const fields = made.flatMap(({ id }, n) => [
      [`enrolments[${n}][roleid]`, '5'],
      [`enrolments[${n}][userid]`, String(id)],
      [`enrolments[${n}][courseid]`, template],
    ]);
    const patience = AbortSignal.timeout(30);
    await expect(send('enrol_manual_enrol_users', Object.fromEntries(fields), patience)).rejects.toThrow();
  });

  it('of lesson 10 leaves an account as it was when the address has changed before the first sign-on', async () => {
    await call('core_user_create_users', person(1));
    const account = { sub: 'person-1', username: 'g1', email: 'zoe.cote@example.org' };
    expect(() => moodle.openIdSignOn(account)).toThrow('A user already exists');
  });

  describe('of extra time', () => {
    const exam = { id: 1, course: 2, name: 'Examen', timelimit: 10_800, timeclose: 1_809_111_600 };
    const override = (n: number, userid: number | string, more: Record<string, number | string> = {}) =>
      Object.fromEntries(
        Object.entries({ userid, timelimit: 16_200, ...more }).map(([field, value]) => [
          `data[overrides][${n}][${field}]`,
          String(value),
        ]),
      );
    const save = (fields: Record<string, string>) =>
      call('mod_quiz_save_overrides', { 'data[quizid]': '1', ...fields });
    const accessFor = (userid: number) => accessOf(moodle.site, 1, userid);

    beforeEach(async () => {
      moodle.site.quizzes.set(1, exam);
      moodle.site.setup.maxInputVars = 5000;
      const people = Array.from({ length: 210 }, (_, n) => person(n, n));
      await call('core_user_create_users', Object.assign({}, ...people));
      moodle.site.setup.maxInputVars = 1000;
    });

    it('gives it again, or more of it, without a look at the override that is there', async () => {
      await save(override(0, 4));
      expect(await save(override(0, 4, { timelimit: 18_000 }))).toMatchObject({
        errorcode: 'invalidparameter',
      });
      expect(accessFor(4).timelimit).toBe(16_200);
    });

    it('sends its own fields only, and takes away what staff set beside them', async () => {
      await save(override(0, 4, { attempts: 3, password: 'porte' }));
      const [own] = [...moodle.site.overrides.values()];
      await save(override(0, 4, { id: own?.id ?? 0, timelimit: 18_000 }));
      expect(accessFor(4)).toMatchObject({ attempts: 1, password: null });
    });

    it('leaves the closing date, at which Moodle ends the quiz for all', async () => {
      await save(override(0, 4));
      expect(accessFor(4)).toMatchObject({ timelimit: 16_200, timeclose: exam.timeclose });
    });

    it('sends everybody at once, beyond the variables that PHP takes', async () => {
      const more = { timeclose: 1_809_200_000, attempts: 2, password: 'x' };
      const everybody = Array.from({ length: 210 }, (_, n) => override(n, 4 + n, more));
      expect(await save(Object.assign({}, ...everybody))).toHaveProperty('ids');
      expect(moodle.site.overrides.size).toBe(200);
      // What was cut in the middle is less than was asked for.
      expect(accessFor(203)).toMatchObject({ timelimit: 16_200, timeclose: exam.timeclose, attempts: 1 });
    });

    it('takes a refused batch for one of which nothing was saved, and sends it again', async () => {
      const batch = { ...override(0, 4), ...override(1, 4711), ...override(2, 5) };
      expect(await save(batch)).toMatchObject({ errorcode: 'invalidparameter' });
      expect([...moodle.site.overrides.values()].map(({ userid }) => userid)).toEqual([4]);
      const without = { ...override(0, 4), ...override(1, 5) };
      expect(await save(without)).toMatchObject({ errorcode: 'invalidparameter' });
      expect(accessFor(5).timelimit).toBe(exam.timelimit);
    });

    it('does not read back: who is in a group that it does not see is left out without a word', async () => {
      moodle.site.setup.inOtherGroups = [5];
      const answer = await save({ ...override(0, 4), ...override(1, 5) });
      expect(answer).not.toHaveProperty('errorcode');
      expect(accessFor(5).timelimit).toBe(exam.timelimit);
    });

    it('takes no quiz for a course without one', async () => {
      moodle.site.setup.maySeeQuizzes = false;
      const answer = await call('mod_quiz_get_quizzes_by_courses', { 'courseids[0]': '2' });
      expect(answer).toEqual({ quizzes: [], warnings: [] });
    });
  });

  it('of lesson 11 looks for the web services of Moodle 5 in its new web root', async () => {
    Object.assign(moodle.site.setup, { release: '5.0.1 (Build: 20250609)', version: '2025041401' });
    const { status } = await fetch(`${moodle.url}/public/webservice/rest/server.php`, { method: 'POST' });
    expect(status).toBe(404);
    expect(await call('core_webservice_get_site_info', {})).toHaveProperty('release');
  });
});
