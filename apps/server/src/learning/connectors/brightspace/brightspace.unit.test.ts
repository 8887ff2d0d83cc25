import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openBrightspaceConnector,
  openMemoryStore,
  orderOf,
  peopleOf,
} from '../../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../../test/brightspace/brightspaceServer.ts';
import { addOrgUnit, ids, type Setup, type UserRow } from '../../../../test/brightspace/site.ts';
import { ensured } from '../../../../test/connectors/connectorContract.ts';
import type { Connector, CourseOrder, CourseRef, Person } from '../connector.ts';

let brightspace: BrightspaceServer;
let connector: ReturnType<typeof openBrightspaceConnector>;
beforeEach(async () => {
  brightspace = await openBrightspaceServer();
  connector = openBrightspaceConnector(brightspace);
});
afterEach(() => brightspace.close());

const { signal: never } = new AbortController();
const set = (setup: Partial<Setup>) => Object.assign(brightspace.site.setup, setup);
const unitsOf = (code: string) =>
  [...brightspace.site.orgUnits.values()].filter((unit) => unit.code === code && !unit.isRecycled);
const callsOf = (name: string) => brightspace.calls.filter((call) => call === name).length;
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  );

async function openCourse(order: CourseOrder = orderOf('EX-1')): Promise<CourseRef> {
  return { ...order, ...(await ensured(connector, order)) };
}

async function enrol(course: CourseRef, people: readonly Person[], by: Connector = connector) {
  const { accounts, refusals } = await by.ensureUsers(course.organisation, people, never);
  return [...refusals, ...(await by.enrol(course, accounts, never))];
}

/** A token store for a server that has its own refresh token. */
function freshStore() {
  brightspace.site.refreshTokens.add('refresh-token-2');
  return openMemoryStore('refresh-token-2');
}

function addUser(more: Partial<UserRow>): UserRow {
  const id = brightspace.site.next++;
  const user: UserRow = {
    id,
    userName: `user${id}`,
    firstName: 'Ada',
    middleName: 'K.',
    lastName: 'Roy',
    email: 'ada@example.org',
    orgDefinedId: null,
    isActive: true,
    pronouns: 'elle',
    ...more,
  };
  brightspace.site.users.set(id, user);
  return user;
}

describe('a course on Brightspace', () => {
  it('lies beneath the template, in the semester, on the exam’s day, with the copied contents', async () => {
    const { externalId } = await openCourse();
    expect(brightspace.site.orgUnits.get(Number(externalId))).toMatchObject({
      templateId: ids.template,
      semesterId: ids.semester,
      startDate: '2027-04-30T04:00:00.000Z',
      endDate: '2027-05-01T04:00:00.000Z',
      description: '',
      contents: [ids.template],
    });
  });

  it('takes the system’s template and semester before those of the platform', async () => {
    addOrgUnit(brightspace.site, { id: 6801, type: 'Semester', name: 'Été', code: '2027E' });
    const organisation = { id: 3, templateId: ids.masterCourse, semesterId: 6801 };
    const { externalId } = await openCourse(orderOf('EX-1', { organisation }));
    expect(brightspace.site.orgUnits.get(Number(externalId))).toMatchObject({
      templateId: ids.template,
      semesterId: 6801,
      contents: [ids.masterCourse],
    });
  });

  it('is not ready before its copy has ended, and closed to everybody until then', async () => {
    set({ copyMilliseconds: 60_000 });
    for (const _call of ['begins the copy', 'looks at it'])
      expect(await failureOf(connector.ensureCourse(orderOf('EX-1'), never))).toMatchObject({
        retry: 'unready',
        remark: { code: 'copying' },
      });
    expect(unitsOf('EX-1')).toMatchObject([{ isActive: false, contents: [] }]);
    expect(callsOf('POST le/import/:id/copy/')).toBe(1);
  });

  it('is begun anew after a copy that failed, by the operator', async () => {
    set({ copyEnds: 'FAILED' });
    expect(await failureOf(ensured(connector, orderOf('EX-1')))).toMatchObject({
      retry: 'never',
      remark: { code: 'copyFailed', params: { status: 'FAILED' } },
    });
    expect(unitsOf('EX-1')).toEqual([]);
    set({ copyEnds: 'COMPLETE' });
    await openCourse();
    expect(unitsOf('EX-1')).toMatchObject([{ isActive: true, contents: [ids.template] }]);
  });

  it('is found again by another server that goes on with the same copy', async () => {
    await failureOf(connector.ensureCourse(orderOf('EX-1'), never));
    const other = openBrightspaceConnector(brightspace, {}, freshStore());
    await ensured(other, orderOf('EX-1'));
    expect(callsOf('POST le/import/:id/copy/')).toBe(1);
  });

  it('is waited for, then made anew, when whoever made it died before noting the copy', async () => {
    brightspace.before = ({ name, response }) => {
      if (name.startsWith('PUT lp/courses')) response.destroy();
    };
    await failureOf(connector.ensureCourse(orderOf('EX-1'), never));
    brightspace.before = () => {};
    expect(await failureOf(connector.ensureCourse(orderOf('EX-1'), never))).toMatchObject({
      retry: 'unready',
      remark: { code: 'copying' },
    });
    connector.advance(121);
    await openCourse();
    expect(unitsOf('EX-1')).toMatchObject([{ contents: [ids.template], isActive: true }]);
  });

  it('of a call that was given up, and carried out all the same, does not stay beside the whole one', async () => {
    await openCourse();
    const [whole] = unitsOf('EX-1');
    const description = '[guichet 2027-01-01T00:00:00.000Z new]';
    const late = { id: 9000, type: 'Course Offering', name: 'Examen', code: 'EX-1', description } as const;
    addOrgUnit(brightspace.site, late);
    await openCourse();
    expect(unitsOf('EX-1')).toEqual([whole]);
  });

  it('is told when two have its code, and neither is touched', async () => {
    for (const id of [9000, 9001])
      addOrgUnit(brightspace.site, { id, type: 'Course Offering', name: 'Examen', code: 'EX-1' });
    expect(await failureOf(connector.ensureCourse(orderOf('EX-1'), never))).toMatchObject({
      retry: 'never',
      remark: { code: 'severalCourses', params: { code: 'EX-1', ids: '9000, 9001' } },
    });
    expect(callsOf('PUT lp/courses/:id')).toBe(0);
  });

  it('is put back into its semester when it was moved, and told where that may not be done', async () => {
    addOrgUnit(brightspace.site, { id: 6801, type: 'Semester', name: 'Été', code: '2027E' });
    const made = await ensured(connector, orderOf('EX-1'));
    expect(made.semesterId).toBe(ids.semester);
    const [unit] = unitsOf('EX-1');
    const order = orderOf('EX-1', { made });
    if (unit) unit.semesterId = 6801;
    expect(await ensured(connector, order)).toEqual(made);
    expect(unit?.semesterId).toBe(ids.semester);
    // A service user who may not see a course's parents still sees its semester.
    if (unit) unit.semesterId = 6801;
    set({ denied: ['GET lp/orgstructure/:id/parents/'] });
    expect(await ensured(connector, order)).toEqual(made);
    expect(unit).toMatchObject({ semesterId: ids.semester, otherSemesters: [] });
    brightspace.before = ({ name, response }) => {
      if (/^GET .*parents/.test(name))
        response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end();
    };
    if (unit) unit.semesterId = 6801;
    expect(await ensured(connector, order)).toEqual(made);
    expect(unit).toMatchObject({ semesterId: ids.semester, otherSemesters: [] });
    brightspace.before = () => {};
    if (unit) unit.semesterId = 6801;
    set({ denied: ['POST lp/orgstructure/:id/parents/'] });
    expect(await failureOf(connector.ensureCourse(order, never))).toMatchObject({
      retry: 'never',
      remark: { code: 'courseMoved' },
    });
    expect(await connector.readCourse({ ...order, made }, never)).toMatchObject({
      wanted: { semesterId: ids.semester },
      found: { semesterId: 6801 },
    });
  });

  it('that somebody gave another code gets no second one beside it', async () => {
    const made = await ensured(connector, orderOf('EX-1'));
    const [unit] = unitsOf('EX-1');
    if (unit) unit.code = 'EX-2';
    expect(await failureOf(connector.ensureCourse(orderOf('EX-1', { made }), never))).toMatchObject({
      retry: 'never',
      remark: { code: 'codeChanged', params: { id: made.externalId, found: 'EX-2', code: 'EX-1' } },
    });
    // If the comparison counted the course as gone, a second course would be made.
    expect(await connector.readCourse({ ...orderOf('EX-1'), made }, never)).toMatchObject({
      found: { code: 'EX-2' },
      isUnmarked: true,
    });
    expect(unitsOf('EX-1')).toEqual([]);
    expect(await ensured(connector, orderOf('EX-1', { made, isRepair: true }))).toEqual(made);
    expect(unitsOf('EX-1')).toMatchObject([{ id: Number(made.externalId), description: '' }]);
    if (unit) unit.isRecycled = true;
    expect(await ensured(connector, orderOf('EX-1', { made }))).not.toEqual(made);
  });

  it('keeps the description of its teachers', async () => {
    const { externalId } = await openCourse();
    const unit = brightspace.site.orgUnits.get(Number(externalId));
    if (unit) unit.description = '<p>Apportez une <b>pièce</b></p>';
    await openCourse(orderOf('EX-1', { title: 'Reporté' }));
    expect(unit).toMatchObject({ name: 'Reporté', description: '<p>Apportez une <b>pièce</b></p>' });
    const changes = callsOf('PUT lp/courses/:id');
    await openCourse(orderOf('EX-1', { title: 'Reporté' }));
    expect(callsOf('PUT lp/courses/:id')).toBe(changes);
  });

  it.each([
    [{ templateId: null, semesterId: null }, { code: 'unsetTemplate' }],
    [
      { templateId: 4711, semesterId: null },
      { code: 'noTemplate', params: { id: '4711' } },
    ],
    [
      { templateId: ids.semester, semesterId: null },
      { code: 'notTemplate', params: { id: '6701', type: 'Semester' } },
    ],
    [
      { templateId: ids.template, semesterId: 4711 },
      { code: 'courseRefused', params: { said: 'Invalid SemesterId' } },
    ],
  ])('is refused with a reason: %j', async (of, remark) => {
    const bare = openBrightspaceConnector(brightspace, {
      BRIGHTSPACE_TEMPLATE: '',
      BRIGHTSPACE_SEMESTER: '',
    });
    const order = orderOf('EX-1', { organisation: { id: 3, ...of } });
    expect(await failureOf(bare.ensureCourse(order, never))).toMatchObject({ retry: 'never', remark });
    expect(unitsOf('EX-1')).toEqual([]);
  });
});

describe('people on Brightspace', () => {
  it('are listed whole when there are 900, page by page', async () => {
    const course = await openCourse();
    const people = brightspace.site.enrolments;
    const users = Array.from({ length: 900 }, (_, n) => addUser({ orgDefinedId: `g${n}` }));
    people.set(Number(course.externalId), new Map(users.map(({ id }) => [id, ids.role])));
    const listed = await connector.listEnrolments(course, never);
    expect(new Set(listed.map(({ key }) => key)).size).toBe(900);
    expect(callsOf('GET lp/enrollments/orgUnits/:id/users/')).toBe(9);
  });

  it.each(['problem', 'errors', 'page'] as const)(
    'are made where a 404 says that there are none: %s',
    async (form) => {
      set({ notFoundForm: form });
      expect(await enrol(await openCourse(), peopleOf(3))).toEqual([]);
      expect(brightspace.site.users.size).toBe(3);
    },
  );

  it('are found where a search without result is an empty list', async () => {
    set({ emptyIsNotFound: false });
    const course = await openCourse();
    await enrol(course, peopleOf(3));
    expect(await enrol(course, peopleOf(3))).toEqual([]);
    expect(brightspace.site.users.size).toBe(3);
  });

  it('have one account for two servers that make it at once', async () => {
    const course = await openCourse();
    const other = openBrightspaceConnector(brightspace, {}, freshStore());
    const refusals = await Promise.all([enrol(course, peopleOf(20)), enrol(course, peopleOf(20), other)]);
    expect(refusals).toEqual([[], []]);
    expect(brightspace.site.users.size).toBe(20);
  });

  it('are found by username when their Org Defined ID was changed, which is set again', async () => {
    const user = addUser({ userName: 'g1', orgDefinedId: 'something else' });
    expect(await enrol(await openCourse(), peopleOf(1))).toEqual([]);
    // The whole account is sent, so that facts unknown to the portal stay.
    expect(user).toMatchObject({ orgDefinedId: 'g1', firstName: 'Zoé', middleName: 'K.', pronouns: 'elle' });
  });

  it('are refused one by one, each with their reason', async () => {
    addUser({ orgDefinedId: 'g1' });
    addUser({ orgDefinedId: 'g1' });
    addUser({ orgDefinedId: 'g2', userName: 'g2', isActive: false });
    const [one, two, three, four] = peopleOf(4);
    const people = [one, two, { ...three, email: 'no address' }, four] as Person[];
    const refusals = await enrol(await openCourse(), people);
    expect(refusals).toMatchObject([
      {
        key: 'g1',
        remark: { code: 'accountTwins', params: { ids: expect.stringMatching(/^\d+, \d+$/) } },
      },
      {
        key: 'g2',
        remark: { code: 'accountSuspended' },
      },
      {
        key: 'g3',
        remark: { code: 'accountRefused', params: { said: 'Invalid ExternalEmail' } },
      },
    ]);
  });

  it('are listed as they stand: other names, roles, inactive accounts, and twins', async () => {
    const course = await openCourse();
    await enrol(course, peopleOf(1));
    const [student] = brightspace.site.users.values();
    const teacher = addUser({ isActive: false });
    const twin = addUser({ orgDefinedId: 'g1' });
    brightspace.site.enrolments.get(Number(course.externalId))?.set(teacher.id, 109);
    expect(await connector.listEnrolments(course, never)).toEqual([
      {
        externalId: String(student?.id),
        key: 'g1',
        login: 'g1',
        name: 'Zoé Côté 1',
        email: 'zoe1@guichet.test',
        isSuspended: false,
        role: 'student',
        isActive: true,
        twins: [String(twin.id)],
      },
      {
        externalId: String(teacher.id),
        key: null,
        login: teacher.userName,
        name: 'Ada Roy',
        email: 'ada@example.org',
        isSuspended: true,
        role: 'other',
        isActive: true,
        twins: [],
      },
    ]);
  });

  it('keep the role that they have on the course', async () => {
    const course = await openCourse();
    await enrol(course, peopleOf(1));
    const roles = brightspace.site.enrolments.get(Number(course.externalId));
    for (const id of roles?.keys() ?? []) roles?.set(id, 109);
    await enrol(course, peopleOf(2));
    expect([...(roles?.values() ?? [])]).toEqual([109, ids.role]);
  });

  it('get the role of students again when that is repaired, one by one, and it is said where it may not be done', async () => {
    const course = await openCourse();
    await enrol(course, peopleOf(3));
    const roles = brightspace.site.enrolments.get(Number(course.externalId));
    for (const id of roles?.keys() ?? []) roles?.set(id, 109);
    const { accounts } = await connector.ensureUsers(course.organisation, peopleOf(3), never);
    expect(await connector.enrol(course, accounts, never, new Set(['g2']))).toEqual([]);
    expect([...(roles?.values() ?? [])]).toEqual([109, ids.role, 109]);
    set({ enrollable: [ids.role] });
    expect(await connector.enrol(course, accounts, never, new Set(['g1', 'g2']))).toMatchObject([
      {
        key: 'g1',
        remark: { code: 'mayNotChangeRole', params: { said: expect.stringMatching(/^Not authorized/) } },
      },
    ]);
    expect([...(roles?.values() ?? [])]).toEqual([109, ids.role, 109]);
  });

  it('are put into the first section where there are sections, and left in the one that they are in', async () => {
    const course = await openCourse();
    const id = Number(course.externalId);
    const first = { id: 50, course: id, people: new Set<number>() };
    const second = { id: 60, course: id, people: new Set<number>() };
    await enrol(course, peopleOf(1));
    for (const section of [second, first]) brightspace.site.sections.set(section.id, section);
    for (const user of brightspace.site.users.keys()) second.people.add(user);
    expect(await enrol(course, peopleOf(3))).toEqual([]);
    expect([first.people.size, second.people.size]).toEqual([2, 1]);
    set({ denied: ['GET lp/:id/sections/'] });
    expect(await enrol(course, peopleOf(4))).toEqual([]);
    expect(first.people.size).toBe(2);
  });

  it('are removed also where the service user may not see their Org Defined IDs', async () => {
    const course = await openCourse();
    await enrol(course, peopleOf(3));
    set({ showsOrgDefinedIds: false });
    expect(await connector.unenrol(course, ['g2', 'g9'], never)).toEqual([]);
    set({ showsOrgDefinedIds: true });
    const left = await connector.listEnrolments(course, never);
    expect(left.map(({ key }) => key)).toEqual(['g1', 'g3']);
  });

  it('who cannot be removed are told, since 404 also means not allowed', async () => {
    const course = await openCourse();
    await enrol(course, peopleOf(2));
    brightspace.before = ({ name, response }) => {
      if (name.startsWith('DELETE')) response.writeHead(404).end();
    };
    expect(await connector.unenrol(course, ['g2'], never)).toMatchObject([
      {
        key: 'g2',
        remark: { code: 'mayNotUnenrol' },
      },
    ]);
    const [{ externalId = '' } = {}] = await connector.listEnrolments(course, never);
    expect(await failureOf(connector.unenrolAccounts(course, [externalId], never))).toMatchObject({
      retry: 'never',
    });
  });
});

describe('Brightspace that does not do what it is asked for', () => {
  it('takes no more calls: all work waits for as long as it says', async () => {
    set({ callsLeft: 0 });
    expect(await failureOf(connector.check(never))).toMatchObject({
      retry: 'later',
      retryAfterSeconds: 17,
      remark: { code: 'tooManyCalls' },
    });
  });

  it('does not show a course that is there, which is not “gone”', async () => {
    const course = await openCourse();
    set({ hidden: [Number(course.externalId)] });
    expect(await failureOf(connector.listEnrolments(course, never))).toMatchObject({
      retry: 'never',
      remark: { code: 'unseenCourse', params: { id: course.externalId } },
    });
  });

  it('lacks a permission: only this work fails, with the permission', async () => {
    set({ denied: ['POST lp/courses/'] });
    expect(await failureOf(connector.ensureCourse(orderOf('EX-1'), never))).toMatchObject({
      retry: 'never',
      remark: {
        code: 'nopermissions',
        params: {
          name: 'POST lp/courses/',
          said: 'Not authorized for [ orgUnitId: 6606, securityVariableName: Some.Permission ]',
        },
      },
    });
  });

  it('lacks a scope: all work waits', async () => {
    set({ scopes: brightspace.site.setup.scopes.filter((scope) => scope !== 'orgunits:course:create') });
    expect(await failureOf(connector.ensureCourse(orderOf('EX-1'), never))).toMatchObject({
      retry: 'later',
      remark: { code: 'missingScope', params: { name: 'POST lp/courses/' } },
    });
  });

  it.each([
    [200, { code: 'notData' }],
    [503, { code: 'badStatus', params: { status: '503' } }],
    [302, { code: 'redirected' }],
  ])('answers with a page of status %i', async (status, remark) => {
    brightspace.before = ({ name, response }) => {
      if (name !== 'token') response.writeHead(status, { location: '/d2l/login' }).end('<html>Sorry</html>');
    };
    expect(await failureOf(connector.check(never))).toMatchObject({ retry: 'later', remark });
  });

  it('answers a change with a page of status 200, which has enrolled and removed nobody', async () => {
    const course = await openCourse();
    await enrol(course, peopleOf(1));
    const { accounts } = await connector.ensureUsers(course.organisation, peopleOf(2), never);
    brightspace.before = ({ request, response }) => {
      if (['POST', 'DELETE'].includes(request.method ?? '')) response.end('<html>Sorry</html>');
    };
    const keys = peopleOf(1).map(({ key }) => key);
    for (const work of [connector.enrol(course, accounts, never), connector.unenrol(course, keys, never)])
      expect(await failureOf(work)).toMatchObject({ retry: 'later', remark: { code: 'notData' } });
  });

  it.each([
    [400, 'refused'],
    [403, 'nopermissions'],
    [404, 'notFound'],
    [429, 'tooManyCalls'],
    [503, 'badStatus'],
  ])('that refuses with status %i has words of ours', async (status, code) => {
    const course = await openCourse();
    brightspace.before = ({ name, response }) => {
      if (!/enrollments/.test(name)) return;
      const problem = { type: 'about:blank', title: 'Said in English', status, detail: '' };
      response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    };
    const { remark } = await failureOf(connector.listEnrolments(course, never));
    expect(remark).toMatchObject({ code });
    if (status < 429) expect(remark.params.said).toContain('Said in English');
  });

  it('in whose place something else answers 404 loses no course and makes no account', async () => {
    const course = await openCourse();
    brightspace.isReplaced = true;
    for (const work of [connector.listEnrolments(course, never), enrol(course, peopleOf(2))])
      expect(await failureOf(work)).toMatchObject({
        retry: 'later',
        remark: { code: 'notData' },
      });
    brightspace.isReplaced = false;
    expect(brightspace.site.users.size).toBe(0);
    expect(await connector.listEnrolments(course, never)).toEqual([]);
  });

  it('says what is wrong with the settings, all at once', async () => {
    const wrong = openBrightspaceConnector(brightspace, {
      BRIGHTSPACE_ROLE: '4711',
      BRIGHTSPACE_TEMPLATE: '4712',
      BRIGHTSPACE_SEMESTER: String(ids.template),
    });
    expect(await wrong.check(never)).toMatchObject({
      product: 'Brightspace (lp 1.53, le 1.75)',
      site: 'University for tests',
      secondsAhead: expect.any(Number),
      problems: [
        { code: 'noRole', params: { id: '4711' } },
        {
          code: 'noTemplate',
          params: { id: '4712' },
        },
        {
          code: 'noSemester',
          params: { id: String(ids.template) },
        },
      ],
    });
  });

  it('is too old, or too new', async () => {
    set({ versions: { lp: ['1.9'], le: ['1.75'] } });
    expect(await failureOf(connector.check(never))).toMatchObject({
      remark: { code: 'oldBrightspace', params: { product: 'lp', oldest: '1.28', latest: '1.53' } },
    });
  });
});

describe('the way in', () => {
  const signOn = {
    organisation: { id: 3, templateId: null, semesterId: null },
    person: peopleOf(1)[0] as Person,
    isStaff: false,
    language: 'fr' as const,
    sessionId: '00000000-0000-4000-8000-000000000000',
    returnTo: 'https://guichet.test/logoutfrombs/3',
  };

  it('is the configured address with the id of the course; staff get no account', async () => {
    const { externalId } = await openCourse();
    const wayIn = 'https://idp.example.ca/start?target=%2Fd2l%2Fhome%2F{course}';
    const settings = { BRIGHTSPACE_WAY_IN: wayIn };
    const configured = openBrightspaceConnector(brightspace, settings, freshStore());
    const enter = (course: string | null, isStaff: boolean) =>
      configured.signOnAddress({ ...signOn, course, isStaff }, never);
    expect(await enter('EX-1', true)).toBe(
      `https://idp.example.ca/start?target=%2Fd2l%2Fhome%2F${externalId}`,
    );
    expect(await enter(null, true)).toBe('https://idp.example.ca/start?target=%2Fd2l%2Fhome');
    expect(brightspace.site.users.size).toBe(0);
    expect(await enter('EX-1', false)).toContain(externalId);
    expect(brightspace.site.users.size).toBe(1);
  });

  it('is the home page of the course on the site where none is configured', async () => {
    const { externalId } = await openCourse();
    const enter = (course: string | null) => connector.signOnAddress({ ...signOn, course }, never);
    expect(await enter('EX-1')).toBe(`${brightspace.url}/d2l/home/${externalId}`);
    expect(await enter(null)).toBe(`${brightspace.url}/d2l/home`);
  });
});
