import { listAuditLines } from '@guichet/contract/core/audit';
import {
  addPlatform,
  changePlatform,
  listPlatforms,
  moveSystem,
  previewMove,
  removePlatform,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning/learning.platforms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCourse } from '../../../test/moodle/courses.ts';
import { addTemplate, templateId } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makeRemark } from '../learning.service.ts';
import { openConnectors } from './connectors.ts';

let portal: TestPortal;
let moodle: MoodleServer;
let superAdmin: Caller;
let other: Caller;
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 20 });
  addTemplate(moodle);
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  superAdmin = await portal.superAdmin();
  other = await portal.as('superAdmin', null, { firstName: 'Anne', lastName: 'Roy' });
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
const change = (platformId: number, more: object, version = 1, who = superAdmin) =>
  who.call(changePlatform, { params: { platformId }, body: { name: 'Campus', ...form(more), version } });
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
    const body = { name: 'X', ...form(), version: 1 };
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
    await change(id, { credentials: { token }, studentRole: 5 }, 2);
    const list = await superAdmin.call(listPlatforms);
    const lines = await superAdmin.call(listAuditLines, { query: {} });
    for (const { raw } of [list, lines]) expect(raw).not.toContain(token);
    expect(JSON.stringify(await rowOf(id))).not.toContain(token);
    expect(list.reply.platforms).toEqual([
      { ...form(), credentials: undefined, id, name: 'Campus', version: 3, systems: [] },
    ]);
    expect(lines.raw).toContain('platform.added');
    expect(lines.raw).toContain('"newCredentials":true');
    // Three saved states, each with a version, so that every server opens the platform anew.
    expect((await rowOf(id)).version).toBe(3);
  });

  it('keeps the credentials that a form leaves empty, for the same address only', async () => {
    const { id, version } = (await listed()).platforms[0] ?? { id: 0, version: 0 };
    const credentials = { token: '' };
    expect((await change(id, { credentials, copySeconds: 60 }, version)).status).toBe(200);
    const { signal } = new AbortController();
    expect(await (await openConnectors(portal.context).of(id)).check(signal)).toMatchObject({
      site: 'Moodle for tests',
    });
    const elsewhere = { credentials, address: 'https://elsewhere.example.ca' };
    const fault = [{ path: 'credentials.token', messageKey: 'credentialAgain' }];
    expect(await faultsOf(change(id, elsewhere, version + 1))).toEqual(fault);
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

describe('two people who edit one platform', () => {
  const none = { token: '' };
  const edit = (id: number, name: string, more: object, version: number, who = superAdmin) =>
    who.call(changePlatform, {
      params: { platformId: id },
      body: { name, ...form({ credentials: none, ...more }), version },
    });
  const changesOf = (id: number) =>
    portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('subject', '=', `platform:${id}`)
      .where('action', '=', 'platform.changed')
      .execute();
  const tokenOf = async (id: number) => {
    const { signal } = new AbortController();
    return (await (await openConnectors(portal.context).of(id)).check(signal)).site;
  };

  it('shows the second what the first has saved, and stores nothing, no credentials either', async () => {
    const { id } = (await add('Shared')).reply;
    portal.context.clock.advance(60);
    await edit(id, 'Shared', { copySeconds: 90 }, 1, other);
    const before = await rowOf(id);
    const late = { callSeconds: 45, credentials: { token: 'of nobody' } };
    const { status, reply, raw } = await edit(id, 'Shared', late, 1);
    expect(status).toBe(409);
    expect(reply).toMatchObject({
      outcome: 'changedMeanwhile',
      current: { name: 'Shared', callSeconds: 30, copySeconds: 90, version: 2, hasNewCredentials: false },
    });
    expect(reply).toMatchObject({ current: { savedBy: 'Anne Roy', savedAt: before.changed_at } });
    for (const secret of [moodle.site.setup.token, 'of nobody', before.encrypted_credentials])
      expect(raw).not.toContain(secret);
    expect(await rowOf(id)).toEqual(before);
    expect(await changesOf(id)).toHaveLength(1);
    expect(await tokenOf(id)).toBe('Moodle for tests');
    expect((await edit(id, 'Shared', { callSeconds: 45 }, 2)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ call_seconds: 45, copy_seconds: 120, version: 3 });
  });

  it('says that credentials were replaced since, though not by the last one, and never which', async () => {
    const { token } = moodle.site.setup;
    const { id } = (await add('Renewed')).reply;
    await edit(id, 'Renewed', { credentials: { token } }, 1, other);
    await edit(id, 'Renewed', { copySeconds: 90 }, 2, other);
    const old = await edit(id, 'Renewed', { callSeconds: 45 }, 1);
    expect(old.reply).toMatchObject({ current: { version: 3, hasNewCredentials: true } });
    expect(old.raw).not.toContain(token);
    const newer = await edit(id, 'Renewed', { callSeconds: 45 }, 2);
    expect(newer.reply).toMatchObject({ current: { version: 3, hasNewCredentials: false } });
  });

  it('is told before what the form lacks for the platform as it was', async () => {
    const { id } = (await add('Moved')).reply;
    const elsewhere = { address: 'https://elsewhere.example.ca', credentials: { token: 'x' } };
    expect((await edit(id, 'Moved', elsewhere, 1, other)).status).toBe(200);
    expect((await edit(id, 'Moved', {}, 1)).reply).toMatchObject({
      outcome: 'changedMeanwhile',
      current: { address: 'https://elsewhere.example.ca', hasNewCredentials: true },
    });
    expect(await faultsOf(edit(id, 'Moved', {}, 2))).toEqual([
      { path: 'credentials.token', messageKey: 'credentialAgain' },
    ]);
  });

  it('writes nothing where it stands as the second wants it already', async () => {
    const { id } = (await add('Alike')).reply;
    await edit(id, 'Alike', { copySeconds: 90 }, 1, other);
    expect((await edit(id, 'Alike', { copySeconds: 90 }, 1)).status).toBe(200);
    expect((await rowOf(id)).version).toBe(2);
    const again = { copySeconds: 90, credentials: { token: 'of nobody' } };
    expect((await edit(id, 'Alike', again, 1)).status).toBe(409);
    expect(await changesOf(id)).toHaveLength(1);
  });

  it('lets one of two that save at once win', async () => {
    const { id } = (await add('Raced')).reply;
    const both = await Promise.all([
      edit(id, 'Raced', { callSeconds: 45 }, 1),
      edit(id, 'Raced', { callSeconds: 50 }, 1, other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await changesOf(id)).toHaveLength(1);
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
      problems: [makeRemark('missingFunctions', { names: 'core_user_update_users' })],
      notes: [makeRemark('forExtraTime', { names: 'mod_quiz_get_overrides' })],
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
      problems: [expect.objectContaining({ code: 'invalidtoken' })],
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
    expect((await attempt()).notes).toMatchObject([
      { code: 'emptyQuiz' },
      { code: 'noTimedQuiz' },
      { code: 'accountsStay' },
    ]);
    setup.maySeeQuizzes = true;
  });

  it('says that an empty quiz proves nothing, and what is missing to copy one with questions', async () => {
    const { setup, quizzes } = moodle.site;
    const quiz = [...quizzes.values()].find(({ course }) => course === templateId);
    setup.mayAddQuestions = false;
    const before = leftOver();
    const missing = await attempt();
    expect(missing.steps).toMatchObject([
      { step: 'course', problem: { code: 'copyRefused' } },
      { step: 'removal', problem: null },
    ]);
    expect(leftOver()).toEqual(before);
    Object.assign(quiz ?? {}, { questions: 0 });
    const unproven = await attempt();
    expect(unproven.steps.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(unproven.notes[0]).toMatchObject({ code: 'emptyQuiz' });
    Object.assign(quiz ?? {}, { questions: 2 });
    setup.mayAddQuestions = true;
    expect((await attempt()).notes).not.toMatchObject([{ code: 'emptyQuiz' }, {}]);
  });

  it('stops at what Moodle refuses, says it, and removes what there is', async () => {
    const { steps } = await attempt({ templateId: 4711 });
    expect(steps).toEqual([
      {
        step: 'course',
        problem: makeRemark('noTemplate', { id: '4711' }),
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
