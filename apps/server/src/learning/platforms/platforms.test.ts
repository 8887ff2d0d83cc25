import { listAuditLines } from '@guichet/contract/audit';
import {
  addPlatform,
  changePlatform,
  listPlatforms,
  moveSystem,
  previewMove,
  removePlatform,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning.platforms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCourse } from '../../../test/moodle/courses.ts';
import { addTemplate, templateId } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openConnectors } from './connectors.ts';

let portal: TestPortal;
let moodle: MoodleServer;
let superAdmin: Caller;
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 20 });
  addTemplate(moodle);
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  superAdmin = await portal.superAdmin();
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const form = (more: object = {}) => ({
  kind: 'moodle' as const,
  address: moodle.url,
  credentials: { token: moodle.site.setup.token } as Record<string, string>,
  semesterId: 1,
  templateId,
  studentRole: 5,
  callSeconds: 30,
  copySeconds: 120,
  ...more,
});
const add = (name: string, more: object = {}) =>
  superAdmin.call(addPlatform, { body: { name, ...form(more) } });
const change = (platformId: number, more: object) =>
  superAdmin.call(changePlatform, { params: { platformId }, body: { name: 'Campus', ...form(more) } });
const listed = async () => (await superAdmin.call(listPlatforms)).reply;
const rowOf = (id: number) =>
  portal.context.database.read
    .selectFrom('learning_platforms')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const faultsOf = async (answer: Promise<{ problem: { errors?: unknown } | undefined }>) =>
  (await answer).problem?.errors;

describe('the list of learning platforms', () => {
  it('begins with the platform of the settings, which all systems use, for super admins only', async () => {
    expect(await listed()).toMatchObject({ environment: { kind: 'builtin' }, platforms: [] });
    expect((await listed()).environment.systems).toHaveLength(9);
    const platformId = 1;
    const body = { name: 'X', ...form() };
    for (const who of [portal.nobody, await portal.as('admin', 3)]) {
      const status = who === portal.nobody ? 401 : 403;
      expect((await who.call(listPlatforms)).status).toBe(status);
      expect((await who.call(addPlatform, { body })).status).toBe(status);
      expect((await who.call(tryPlatform, { body })).status).toBe(status);
      expect((await who.call(changePlatform, { params: { platformId }, body })).status).toBe(status);
      expect((await who.call(removePlatform, { params: { platformId } })).status).toBe(status);
      const move = { params: { systemId: 3 }, body: { platformId: null } };
      expect((await who.call(previewMove, move)).status).toBe(status);
      expect((await who.call(moveSystem, move)).status).toBe(status);
    }
  });

  it('never shows credentials: not in a reply, the table, the audit log', async () => {
    const { token } = moodle.site.setup;
    const { id } = (await add('Campus')).reply;
    await change(id, { credentials: { token: '' }, studentRole: 6 });
    await change(id, { credentials: { token }, studentRole: 5 });
    const list = await superAdmin.call(listPlatforms);
    const lines = await superAdmin.call(listAuditLines, { query: {} });
    for (const { raw } of [list, lines]) expect(raw).not.toContain(token);
    expect(JSON.stringify(await rowOf(id))).not.toContain(token);
    expect(list.reply.platforms).toEqual([
      { ...form(), credentials: undefined, id, name: 'Campus', systems: [] },
    ]);
    expect(lines.raw).toContain('platform.added');
    expect(lines.raw).toContain('"newCredentials":true');
    // Three states, so that every server opens it anew.
    expect((await rowOf(id)).version).toBe(3);
  });

  it('keeps the credentials that a form leaves empty, for the same address only', async () => {
    const { id } = (await listed()).platforms[0] ?? { id: 0 };
    const credentials = { token: '' };
    expect((await change(id, { credentials, copySeconds: 60 })).status).toBe(200);
    const { signal } = new AbortController();
    expect(await (await openConnectors(portal.context).of(id)).check(signal)).toMatchObject({
      site: 'Moodle for tests',
    });
    const elsewhere = { credentials, address: 'https://elsewhere.example.ca' };
    const fault = [{ path: 'credentials.token', messageKey: 'credentialAgain' }];
    expect(await faultsOf(change(id, elsewhere))).toEqual(fault);
    expect(
      await faultsOf(superAdmin.call(tryPlatform, { body: { platformId: id, ...form(elsewhere) } })),
    ).toEqual(fault);
    expect(await faultsOf(add('New', { credentials }))).toEqual([
      { path: 'credentials.token', messageKey: 'required' },
    ]);
  });

  it.each([
    ['http://moodle.example.ca', 'siteAddress'],
    ['https://user:secret@moodle.example.ca', 'siteAddress'],
    ['https://moodle.example.ca/?a=1', 'siteAddress'],
    ['moodle.example.ca', 'siteAddress'],
    ['https://10.1.2.3', 'privateHost'],
    ['https://169.254.169.254', 'privateHost'],
    ['https://[::1]', 'privateHost'],
    ['https://[::ffff:10.0.0.1]', 'privateHost'],
    ['https://2130706434', 'privateHost'],
    ['http://localhost', 'privateHost'],
    ['https://moodle.example.ca/campus/', null],
  ])('of the address %s says %s', async (address, messageKey) => {
    const answer = await add(`At ${address}`, { address });
    expect(answer.problem?.errors ?? null).toEqual(messageKey && [{ path: 'address', messageKey }]);
  });

  it('refuses a name that is taken, times out of range, and numbers that are none', async () => {
    expect(await faultsOf(add('CAMPUS'))).toEqual([{ path: 'name', messageKey: 'taken' }]);
    expect(await faultsOf(add('Other', { callSeconds: 61, copySeconds: 0, studentRole: 0 }))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'callSeconds', messageKey: 'callSeconds' }),
        expect.objectContaining({ path: 'copySeconds' }),
        expect.objectContaining({ path: 'studentRole' }),
      ]),
    );
    expect((await change(987_654_321, {})).problem?.code).toBe('platform.notFound');
  });
});

describe('a Brightspace site', () => {
  it('is registered with the three credentials of its registration, each of them needed', async () => {
    const credentials = { clientId: 'c', clientSecret: 'geheim-4711', refreshToken: '' };
    const body = { kind: 'brightspace' as const, address: 'https://bs.invalid', credentials };
    expect(await faultsOf(add('Brightspace', body))).toEqual([
      { path: 'credentials.refreshToken', messageKey: 'required' },
    ]);
    const whole = { ...body, credentials: { ...credentials, refreshToken: 'erneuern-4711' } };
    const { id } = (await add('Brightspace', whole)).reply;
    expect(JSON.stringify(await rowOf(id))).not.toContain('4711');
    const connector = await openConnectors(portal.context).of(id);
    expect(connector.batchSize).toBe(50);
  });
});

describe('a platform that is tried before it is saved', () => {
  const attempt = async (more: object = {}) =>
    (await superAdmin.call(tryPlatform, { body: form(more) })).reply;

  it('says its version, its name, its clock and what is missing; nothing is called there but what reads', async () => {
    const { setup } = moodle.site;
    const { functions } = setup;
    setup.functions = functions.filter(
      (name) => name !== 'core_user_update_users' && name !== 'mod_quiz_get_overrides',
    );
    const before = moodle.calls.length;
    expect(await attempt()).toEqual({
      product: 'Moodle 4.5.6',
      site: 'Moodle for tests',
      secondsAhead: expect.any(Number),
      problems: [
        {
          code: 'missingFunctions',
          params: { names: 'core_user_update_users' },
          text: 'add to the service: core_user_update_users',
        },
      ],
      notes: [
        {
          code: 'forExtraTime',
          params: { names: 'mod_quiz_get_overrides' },
          text: 'for extra time, add to the service: mod_quiz_get_overrides',
        },
      ],
    });
    expect(moodle.calls.slice(before)).toEqual([
      'core_webservice_get_site_info',
      'core_user_get_users_by_field',
      'core_course_get_courses_by_field',
      'core_course_get_categories',
    ]);
    setup.functions = functions;
    expect(await attempt()).toMatchObject({ problems: [], notes: [] });
  });

  it('reads whether the template and the category that were entered are there', async () => {
    const codes = async (more: object) =>
      (await attempt(more)).problems.map(({ code, params }) => [code, params.id]);
    const absent = { templateId: 42, semesterId: 77 };
    expect(await codes(absent)).toEqual([
      ['noTemplate', '42'],
      ['noCategory', '77'],
    ]);
    const { setup } = moodle.site;
    const { functions } = setup;
    setup.functions = functions.filter((name) => name !== 'core_course_get_categories');
    expect(await codes(absent)).toEqual([
      ['noTemplate', '42'],
      ['uncheckedCategory', '77'],
    ]);
    expect(await codes({})).toEqual([]);
    setup.functions = functions;
  });

  it('says why it does not answer', async () => {
    const wrong = await attempt({ credentials: { token: 'of another site' } });
    expect(wrong).toEqual({
      product: null,
      site: null,
      secondsAhead: null,
      problems: [
        expect.objectContaining({
          code: 'invalidtoken',
          text: 'Moodle does not know the token: enter a new one',
        }),
      ],
      notes: [],
    });
  });
});

describe('a trial with a hidden course', () => {
  const attempt = async (more: object = {}) =>
    (await superAdmin.call(tryPlatformWithCourse, { body: form(more) })).reply;
  const leftOver = () => [
    ...[...moodle.site.courses.values()].map(({ shortname }) => shortname),
    ...[...moodle.site.users.values()].map(({ username }) => username),
  ];

  it('copies the template, makes accounts, enrols them, asks for a link, and leaves nothing', async () => {
    const { setup } = moodle.site;
    setup.functions = [...setup.functions, 'core_user_delete_users'];
    const before = leftOver();
    const began = moodle.calls.length;
    let visible: number | undefined;
    moodle.after = ({ name }) => {
      const course = [...moodle.site.courses.values()].find(({ shortname }) => shortname === 'GUICHET-CHECK');
      if (name === 'enrol_manual_enrol_users') visible = course?.visible;
    };
    expect(await attempt()).toEqual({
      steps: ['course', 'accounts', 'enrolment', 'signOn', 'unenrolment', 'removal'].map((step) => ({
        step,
        problem: null,
      })),
      notes: [],
    });
    moodle.after = () => {};
    expect(visible).toBe(0);
    expect(moodle.calls.slice(began)).toContain('core_course_duplicate_course');
    expect(leftOver()).toEqual(before);
    setup.functions = setup.functions.filter((name) => name !== 'core_user_delete_users');
  });

  it('names accounts that it may not delete, and a language pack that is missing', async () => {
    const { setup } = moodle.site;
    const { languages } = setup;
    setup.languages = ['en'];
    const { steps, notes } = await attempt();
    expect(steps.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(notes).toMatchObject([
      { code: 'languagePack', params: { language: 'fr' } },
      {
        code: 'accountsStay',
        params: {
          accounts: expect.stringMatching(/^guichet-check-fr \(id \d+\), guichet-check-en \(id \d+\)$/),
        },
      },
    ]);
    expect(leftOver()).not.toContain('GUICHET-CHECK');
    setup.languages = languages;
  });

  it('says what keeps extra time away, which most exams do without', async () => {
    const { setup } = moodle.site;
    const { functions } = setup;
    setup.functions = functions.filter((name) => name !== 'mod_quiz_save_overrides');
    const { steps, notes } = await attempt();
    expect(steps.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(notes).toMatchObject([
      { code: 'noExtraTime' },
      { code: 'accessexception', params: { name: 'mod_quiz_save_overrides' } },
      { code: 'accountsStay' },
    ]);
    setup.functions = functions;
    setup.maySeeQuizzes = false;
    expect((await attempt()).notes).toMatchObject([{ code: 'noTimedQuiz' }, { code: 'accountsStay' }]);
    setup.maySeeQuizzes = true;
  });

  it('stops at what Moodle refuses, says it, and removes what there is', async () => {
    const { steps } = await attempt({ templateId: 4711 });
    expect(steps).toEqual([
      {
        step: 'course',
        problem: {
          code: 'noTemplate',
          params: { id: '4711' },
          text: 'there is no template with the id 4711',
        },
      },
      { step: 'removal', problem: null },
    ]);
    const account = [...moodle.site.users.values()].find(({ username }) => username === 'guichet-check-fr');
    if (account) account.suspended = true;
    expect((await attempt()).steps.at(-2)).toMatchObject({
      step: 'accounts',
      problem: { code: 'accountSuspended' },
    });
    if (account) account.suspended = false;
    const away = await attempt({ credentials: { token: 'of another site' } });
    expect(away.steps).toMatchObject([{ step: 'removal', problem: { code: 'invalidtoken' } }]);
  });

  it('begins with removing what an earlier one has left', async () => {
    insertCourse(moodle.site, {
      fullname: 'GUICHET-CHECK',
      shortname: 'GUICHET-CHECK',
      categoryid: 1,
      isWhole: true,
    });
    const { steps } = await attempt();
    expect(steps[0]).toEqual({ step: 'course', problem: null });
    expect(leftOver()).not.toContain('GUICHET-CHECK');
  });
});
