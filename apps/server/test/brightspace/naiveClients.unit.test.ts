import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrightspaceServer, openBrightspaceServer } from './brightspaceServer.ts';
import { minutesOf } from './exams.ts';
import { addOrgUnit, addQuiz, ids, type UserRow } from './site.ts';

/**
 * For each trap of Brightspace's documents, a client that has not read them: it has to fail here, or the connector's tests would
 * pass on a server that agrees with it by accident. Each says what the client believes.
 */
let brightspace: BrightspaceServer;
let token: string;
beforeEach(async () => {
  brightspace = await openBrightspaceServer({ copyMilliseconds: 200 });
  token = String((await exchange('refresh-token-1')).body.access_token);
});
afterEach(() => brightspace.close());

async function exchange(refreshToken: string) {
  const { clientId, clientSecret } = brightspace.site.setup;
  const pair = Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64');
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const headers = { authorization: `Basic ${pair}` };
  const response = await fetch(brightspace.tokenUrl, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${brightspace.url}/d2l/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parse = () => (text === '' ? null : JSON.parse(text));
  return { status: response.status, text, headers: response.headers, parse };
}

const newCourse = (Code: string) => ({
  Name: 'Examen',
  Code,
  Path: '',
  CourseTemplateId: ids.template,
  SemesterId: null,
  StartDate: null,
  EndDate: null,
  LocaleId: null,
  ForceLocale: false,
  ShowAddressBook: false,
  Description: { Content: '', Type: 'Text' },
  CanSelfRegister: false,
});
const create = async (code: string) => (await call('POST', 'lp/1.53/courses/', newCourse(code))).parse();
const coursesOf = (code: string) =>
  [...brightspace.site.orgUnits.values()].filter((unit) => unit.code === code && !unit.isRecycled);

function addUser(orgDefinedId: string): UserRow {
  const id = brightspace.site.next++;
  const names = { firstName: 'Ada', middleName: null, lastName: 'Roy', email: null, pronouns: '' };
  const user = { id, userName: `user${id}`, orgDefinedId, isActive: true, ...names };
  brightspace.site.users.set(id, user);
  return user;
}

describe('a naive client', () => {
  it('keeps its refresh token for the next time', async () => {
    brightspace.site.refreshTokens.add('refresh-token-2');
    expect(await exchange('refresh-token-2')).toMatchObject({ status: 200 });
    expect(await exchange('refresh-token-2')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  it('has two servers renew at once', async () => {
    brightspace.site.refreshTokens.add('refresh-token-2');
    const renewed = await Promise.all([exchange('refresh-token-2'), exchange('refresh-token-2')]);
    expect(renewed.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('compares versions as text', async () => {
    const versions = (await call('GET', 'versions/')).parse();
    const [{ SupportedVersions: offered = [] } = {}] = versions as { SupportedVersions?: string[] }[];
    expect(offered.toSorted().at(-1)).toBe('1.9');
    expect((await call('GET', 'lp/1.54/organization/info')).status).toBe(404);
  });

  it('has two workers look for the course first, and make it when it is not there', async () => {
    const worker = async () => {
      const found = await call('GET', 'lp/1.53/orgstructure/?exactOrgUnitCode=EX-1');
      if (found.parse().Items.length === 0) await create('EX-1');
    };
    await Promise.all([worker(), worker()]);
    expect(coursesOf('EX-1')).toHaveLength(2);
  });

  it('looks for the course without asking what it is', async () => {
    addOrgUnit(brightspace.site, { id: 7001, type: 'Semester', name: 'EX-1', code: 'EX-1' });
    const found = (await call('GET', 'lp/1.53/orgstructure/?exactOrgUnitCode=EX-1')).parse();
    const [{ Identifier }] = found.Items;
    expect((await call('GET', `lp/1.53/courses/${Identifier}`)).status).toBe(404);
  });

  it('takes a course for ready when its copy was begun', async () => {
    const { Identifier } = await create('EX-1');
    const body = { SourceOrgUnitId: ids.template };
    expect((await call('POST', `le/1.75/import/${Identifier}/copy/`, body)).status).toBe(200);
    expect(coursesOf('EX-1')).toMatchObject([{ contents: [] }]);
  });

  it('takes every copy that has ended for one that has succeeded', async () => {
    Object.assign(brightspace.site.setup, { copyMilliseconds: 0, copyEnds: 'FAILED' });
    const { Identifier } = await create('EX-1');
    const begun = await call('POST', `le/1.75/import/${Identifier}/copy/`, { SourceOrgUnitId: ids.template });
    const state = await call('GET', `le/1.75/import/${Identifier}/copy/${begun.parse().JobToken}`);
    expect([state.status, state.parse()]).toEqual([200, { Status: 'FAILED' }]);
    expect(coursesOf('EX-1')).toMatchObject([{ contents: [] }]);
  });

  it('takes 404 for “not there”, and makes a second one', async () => {
    const { Identifier } = await create('EX-1');
    brightspace.site.setup.hidden.push(Number(Identifier));
    if ((await call('GET', `lp/1.53/courses/${Identifier}`)).status === 404) await create('EX-1');
    expect(coursesOf('EX-1')).toHaveLength(2);
  });

  it('sends a course back as it came', async () => {
    const course = await create('EX-1');
    const sent = await call('PUT', `lp/1.53/courses/${course.Identifier}`, { ...course, Name: 'Reporté' });
    expect(sent).toMatchObject({ status: 400, text: expect.stringContaining('Invalid Parameters') });
  });

  it('sends only what it changes', async () => {
    const { Identifier } = await create('EX-1');
    expect((await call('PUT', `lp/1.53/courses/${Identifier}`, { IsActive: false })).status).toBe(400);
  });

  it('sends ids as they came', async () => {
    const { Identifier } = await create('EX-1');
    const body = { OrgUnitId: Identifier, UserId: addUser('g1').id, RoleId: ids.role };
    expect((await call('POST', 'lp/1.53/enrollments/', body)).status).toBe(400);
  });

  it('takes the first page of a list for the list', async () => {
    const { Identifier } = await create('EX-1');
    const users = Array.from({ length: 900 }, (_, n) => addUser(`g${n}`));
    brightspace.site.enrolments.set(Number(Identifier), new Map(users.map(({ id }) => [id, ids.role])));
    const list = await call('GET', `lp/1.53/enrollments/orgUnits/${Identifier}/users/`);
    expect(list.parse().Items).toHaveLength(100);
    expect(list.parse().PagingInfo.Bookmark).toMatch(/^\d+_\d+$/);
  });

  it('enrols everybody once more, to be sure', async () => {
    const { Identifier } = await create('EX-1');
    const { id: UserId } = addUser('g1');
    const roles = new Map([[UserId, 109]]);
    brightspace.site.enrolments.set(Number(Identifier), roles);
    await call('POST', 'lp/1.53/enrollments/', { OrgUnitId: Number(Identifier), UserId, RoleId: ids.role });
    expect(roles.get(UserId)).toBe(ids.role);
  });

  it('takes the first account with an Org Defined ID', async () => {
    addUser('g1');
    addUser('g1');
    expect((await call('GET', 'lp/1.53/users/?orgDefinedId=g1')).parse()).toHaveLength(2);
  });

  it('expects a list from every search for people', async () => {
    const user = addUser('g1');
    const named = (await call('GET', `lp/1.53/users/?userName=${user.userName}`)).parse();
    expect(Array.isArray(named)).toBe(false);
    expect((await call('GET', 'lp/1.53/users/?orgDefinedId=nobody')).status).toBe(404);
  });

  it('expects data in every refusal', async () => {
    brightspace.site.setup.notFoundForm = 'page';
    expect((await call('GET', 'lp/1.53/users/?userName=nobody')).parse).toThrow(SyntaxError);
  });

  it('does not wait when it is told to', async () => {
    brightspace.site.setup.callsLeft = 1;
    const path = 'lp/1.53/organization/info';
    const replies = [await call('GET', path), await call('GET', path), await call('GET', path)];
    expect(replies.map(({ status }) => status)).toEqual([200, 429, 429]);
    expect(replies[1]?.headers.get('retry-after')).toBe('17');
  });

  it('asks for one scope for all, as for one right', async () => {
    brightspace.site.setup.scopes = ['core:*:*'];
    const refused = await call('POST', 'lp/1.53/courses/', newCourse('EX-1'));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('orgunits:course:create');
  });

  describe('of accommodations', () => {
    const path = (course: number, user: number) => `le/1.75/accommodations/${course}/users/${user}`;
    const quizzing = (QuizzingAccommodations: object) => ({ QuizzingAccommodations });
    const minutesMore = (minutes: number) => ({
      QuizzingTimeLimitAccommodation: {
        TimeLimitOperation: 2,
        TimeMultiplier: 1,
        AdditionalTime: minutes,
      },
    });
    const rightClick = (isAllowed: boolean) => ({
      QuizzingControlAccommodation: { AlwaysAllowRightClick: isAllowed },
    });

    async function openMember() {
      const course = addOrgUnit(brightspace.site, {
        id: brightspace.site.next++,
        type: 'Course Offering',
        name: 'Examen',
        code: 'EX-1',
      }).id;
      const user = addUser('g1').id;
      brightspace.site.enrolments.set(course, new Map([[user, ids.role]]));
      const of = { OrgUnitId: course, UserId: user };
      const put = (accommodations: object) =>
        call('PUT', 'le/1.75/accommodations/', { ...of, ...quizzing(accommodations) });
      const read = async () => (await call('GET', path(course, user))).parse().QuizzingAccommodations;
      return { course, user, put, read };
    }

    it('sends the time alone, or takes away what staff allowed beside it', async () => {
      const { put, read } = await openMember();
      await put({ ...rightClick(true), ...minutesMore(30) });
      expect((await put(minutesMore(60))).status).toBe(400);
      await put({ ...rightClick(false), ...minutesMore(60) });
      expect(await read()).toMatchObject({ QuizzingControlAccommodation: { AlwaysAllowRightClick: false } });
    });

    it('takes status 200 for kept', async () => {
      const { put, read } = await openMember();
      brightspace.site.setup.dropsAccommodations = true;
      expect((await put({ ...rightClick(false), ...minutesMore(30) })).status).toBe(200);
      expect(await read()).toBeNull();
    });

    it('takes an accommodation for the time that a person has, where a quiz has special access for them', async () => {
      const { course, user, put } = await openMember();
      const quiz = addQuiz(brightspace.site, { course, minutes: 60, special: new Map([[user, 60]]) });
      await put({ ...rightClick(false), ...minutesMore(30) });
      expect(minutesOf(brightspace.site, quiz, user)).toBe(60);
    });

    it('takes every time limit for one that ends an attempt', async () => {
      const { course } = await openMember();
      addQuiz(brightspace.site, { course, minutes: 120, isEnforced: false });
      const { Objects } = (await call('GET', `le/1.75/${course}/quizzes/`)).parse();
      expect(Objects).toMatchObject([{ SubmissionTimeLimit: { IsEnforced: false, TimeLimitValue: 120 } }]);
    });

    it('follows the address of the next page with its token, wherever it leads', async () => {
      const { course } = await openMember();
      brightspace.site.setup.pageSize = 1;
      for (const name of ['One', 'Two']) addQuiz(brightspace.site, { course, name });
      const { Next } = (await call('GET', `le/1.75/${course}/quizzes/`)).parse();
      expect(new URL(Next).origin).not.toBe(brightspace.url);
    });
  });
});
