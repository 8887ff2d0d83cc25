import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensured } from '../../../../test/connectors/connectorContract.ts';
import {
  openMoodleConnector,
  orderOf,
  peopleOf,
  personOf,
  templateId,
} from '../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../test/moodle/moodleServer.ts';
import type { Person } from '../connector.ts';

/** Lessons from a real Moodle; in `test/moodle/naiveClients.unit.test.ts`, clients without them fail. */
let moodle: MoodleServer;
let connector: ReturnType<typeof openMoodleConnector>;
beforeEach(async () => {
  moodle = await openMoodleServer();
  connector = openMoodleConnector(moodle);
});
afterEach(() => moodle.close());

const never = new AbortController().signal;
const { organisation } = orderOf('');
const ensureUsers = (people: readonly Person[], of = connector) =>
  of.ensureUsers(organisation, people, never);
const usersNamed = (key: string) =>
  [...moodle.site.users.values()].filter(({ username }) => username === key);
const coursesNamed = (code: string) =>
  [...moodle.site.courses.values()].filter(({ shortname }) => shortname === code);
const callsOf = (name: string) => moodle.calls.filter((call) => call === name).length;
const signOnOf = (person: Person, more = {}) => ({
  organisation,
  person,
  course: null,
  isStaff: false,
  language: 'fr' as const,
  sessionId: 'session',
  returnTo: 'https://guichet.test/',
  ...more,
});

async function openCourse(code: string) {
  const order = orderOf(code);
  return { ...order, ...(await ensured(connector, order)) };
}

describe('lesson 1: every answer is 200, and a refusal names neither field nor person', () => {
  it('lesson 1 looks first, and says in our words whose address is taken', async () => {
    await ensureUsers([personOf(1)]);
    const { accounts, refusals } = await ensureUsers([
      personOf(2),
      personOf(3, { email: personOf(1).email }),
    ]);
    expect(accounts.map(({ key }) => key)).toEqual(['g2']);
    expect(refusals).toMatchObject([
      {
        key: 'g3',
        remark: { code: 'addressTaken' },
      },
    ]);
  });

  it('lesson 1 halves a refused batch until the culprits are found, and creates everybody else', async () => {
    const people = peopleOf(100);
    people[17] = personOf(18, { lastName: '<b>Côté</b>' });
    people[83] = personOf(84, { email: 'ZOE1@GUICHET.TEST' });
    const { accounts, refusals } = await ensureUsers(people);
    expect(accounts).toHaveLength(98);
    expect(refusals.map(({ key }) => key).sort()).toEqual(['g18', 'g84']);
    expect(refusals.find(({ key }) => key === 'g18')?.remark.code).toBe('angleInName');
    expect(refusals.find(({ key }) => key === 'g84')?.remark.code).toBe('accountRefused');
  });

  it('lesson 1 halves a refused enrolment as well', async () => {
    const course = await openCourse('EX-1');
    const { accounts } = await ensureUsers(peopleOf(10));
    moodle.site.users.delete(Number(accounts[6]?.externalId));
    const refusals = await connector.enrol(course, accounts, never);
    expect(refusals).toMatchObject([
      {
        key: 'g7',
        remark: { code: 'accountDeleted' },
      },
    ]);
    expect(await connector.listEnrolments(course, never)).toHaveLength(9);
  });

  it('lesson 1 names an account that was deleted meanwhile, and unenrols it without a word', async () => {
    const course = await openCourse('EX-1');
    const { accounts } = await ensureUsers(peopleOf(4));
    await connector.enrol(course, accounts, never);
    moodle.after = () => {
      moodle.after = () => {};
      const [id] = usersNamed('g2').map((user) => user.id);
      moodle.site.users.delete(id ?? 0);
      moodle.site.deletedUsers.add(id ?? 0);
    };
    expect(await connector.enrol(course, accounts, never)).toMatchObject([
      { key: 'g2', remark: { code: 'accountDeleted' } },
    ]);
    moodle.after = ({ name }) => {
      if (name !== 'core_user_get_users_by_field') return;
      const [id] = usersNamed('g3').map((user) => user.id);
      moodle.site.users.delete(id ?? 0);
      moodle.site.deletedUsers.add(id ?? 0);
    };
    expect(await connector.unenrol(course, ['g2', 'g3', 'g4'], never)).toEqual([]);
    expect((await connector.listEnrolments(course, never)).map(({ key }) => key)).toEqual(['g1']);
  });

  it('lesson 1 tells of somebody whom another enrolment method keeps on the course, though the answer is the same', async () => {
    const course = await openCourse('EX-1');
    const { accounts } = await ensureUsers(peopleOf(3));
    await connector.enrol(course, accounts, never);
    const [, herself] = accounts;
    const enrolments = moodle.site.enrolments.get(Number(course.externalId));
    Object.assign(enrolments?.get(Number(herself?.externalId)) ?? {}, { isManual: false });
    const remark = { code: 'otherEnrolment' };
    expect(await connector.unenrol(course, ['g1', 'g2', 'g3'], never)).toMatchObject([{ key: 'g2', remark }]);
    await expect(connector.unenrolAccounts(course, [herself?.externalId ?? ''], never)).rejects.toMatchObject(
      { retry: 'never', remark },
    );
  });

  it('lesson 1 unenrols from a course without manual enrolment, which refuses that, and enrols nobody there', async () => {
    const course = await openCourse('EX-1');
    const { accounts } = await ensureUsers(peopleOf(2));
    await connector.enrol(course, accounts, never);
    const [row] = coursesNamed('EX-1');
    const enrolments = moodle.site.enrolments.get(Number(course.externalId));
    const [first, second] = accounts.map(({ externalId }) => Number(externalId));
    enrolments?.delete(first ?? 0);
    Object.assign(enrolments?.get(second ?? 0) ?? {}, { isManual: false });
    if (row) row.manual = 'absent';
    expect(await connector.unenrol(course, ['g1'], never)).toEqual([]);
    expect(await connector.unenrol(course, ['g1', 'g2'], never)).toMatchObject([
      { key: 'g2', remark: { code: 'otherEnrolment' } },
    ]);
    await expect(connector.enrol(course, accounts, never)).rejects.toMatchObject({
      retry: 'never',
      remark: { code: 'wsnoinstance' },
    });
  });

  it('lesson 1 says why a new name or address is not taken over, and takes over those of the others', async () => {
    await ensureUsers(peopleOf(4));
    const { accounts, refusals } = await ensureUsers([
      personOf(1, { email: 'z..1@guichet.test' }),
      personOf(2, { lastName: '<b>Côté' }),
      personOf(3, { lastName: 'Côté '.repeat(30) }),
      personOf(4, { lastName: 'Roy' }),
    ]);
    expect(accounts.map(({ key }) => key)).toEqual(['g4']);
    expect(Object.fromEntries(refusals.map(({ key, remark }) => [key, remark.code]))).toEqual({
      g1: 'accountUnchanged',
      g2: 'angleInName',
      g3: 'longName',
    });
    expect(usersNamed('g4')).toMatchObject([{ lastname: 'Roy' }]);
  });

  it('lesson 1 keeps the former address where the new one is taken, and enrols nobody so', async () => {
    await ensureUsers(peopleOf(2));
    const { accounts, refusals } = await ensureUsers([personOf(2, { email: personOf(1).email })]);
    expect(accounts).toEqual([]);
    expect(refusals).toMatchObject([{ key: 'g2', remark: { code: 'addressTaken' } }]);
  });
});

describe('lesson 2: a batch that is too large is cut in silence', () => {
  it('lesson 2 counts batches in variables: 900 people at once are all there, with all their fields', async () => {
    const { accounts, refusals } = await ensureUsers(peopleOf(900));
    expect([accounts.length, refusals]).toEqual([900, []]);
    const made = [...moodle.site.users.values()].filter(({ idnumber }) => idnumber.startsWith('g'));
    expect(made).toHaveLength(900);
    const course = await openCourse('EX-1');
    expect(await connector.enrol(course, accounts, never)).toEqual([]);
    expect(await connector.listEnrolments(course, never)).toHaveLength(900);
  });

  it('lesson 2 counts the answer: on a site that takes fewer variables nobody is missing either', async () => {
    // Room for 41 people with 7 fields each, besides token, function and format.
    moodle.site.setup.maxInputVars = 41 * 7 + 2;
    const { accounts, refusals } = await ensureUsers(peopleOf(100));
    expect([accounts.length, refusals]).toEqual([100, []]);
    for (const { key } of accounts) expect(usersNamed(key)).toMatchObject([{ idnumber: key }]);
  });
});

describe('lesson 3: what is unique and what is not', () => {
  it('lesson 3 makes one course for two workers at once: the second of two copies is removed', async () => {
    moodle.site.setup.copyMilliseconds = 60;
    const other = openMoodleConnector(moodle);
    const order = orderOf('EX-1');
    const [one, two] = await Promise.all([ensured(connector, order), ensured(other, order)]);
    expect(one).toEqual(two);
    expect(callsOf('core_course_duplicate_course')).toBeGreaterThan(1);
    expect(callsOf('core_course_delete_courses')).toBe(1);
    expect(coursesNamed('EX-1')).toMatchObject([{ idnumber: 'EX-1', visible: 1, isWhole: true }]);
  });

  it('lesson 3 finds a course that another worker completes, or removes, between two questions', async () => {
    const other = openMoodleConnector(moodle);
    const order = orderOf('EX-1');
    moodle.after = async () => {
      moodle.after = () => {};
      await ensured(other, order);
    };
    await connector.ensureCourse(order, never);
    expect(coursesNamed('EX-1')).toHaveLength(1);
    const copy = { ...coursesNamed('TPL')[0], id: 60, shortname: 'EX-2', idnumber: '' };
    moodle.site.courses.set(60, copy as never);
    moodle.after = ({ form }) => {
      if (form.field === 'shortname') moodle.site.courses.delete(60);
    };
    await expect(connector.ensureCourse(orderOf('EX-2'), never)).rejects.toMatchObject({ retry: 'unready' });
    moodle.after = () => {};
    await connector.ensureCourse(orderOf('EX-2'), never);
  });

  it('lesson 3 makes one account each for four workers at once', async () => {
    const workers = [connector, ...Array.from({ length: 3 }, () => openMoodleConnector(moodle))];
    const all = await Promise.all(workers.map((worker, n) => ensureUsers(peopleOf(50, 1 + 10 * n), worker)));
    for (const { accounts, refusals } of all) expect([accounts.length, refusals]).toEqual([50, []]);
    for (const { key } of peopleOf(80)) expect(usersNamed(key)).toHaveLength(1);
  });

  it('lesson 3 refuses a key that two accounts have, and two courses with one ID number', async () => {
    await ensureUsers(peopleOf(2));
    const [second] = usersNamed('g2');
    if (second) second.idnumber = 'g1';
    const { accounts, refusals } = await ensureUsers([personOf(1)]);
    expect(accounts).toEqual([]);
    expect(refusals[0]?.remark.code).toBe('accountTwins');
    const course = await openCourse('EX-1');
    const [own] = coursesNamed('EX-1');
    if (own) moodle.site.courses.set(99, { ...own, id: 99 });
    await expect(connector.ensureCourse(course, never)).rejects.toMatchObject({
      remark: { code: 'severalCourses' },
    });
  });

  it('lesson 3 refuses a key that two accounts have got while theirs was to be made', async () => {
    const other = openMoodleConnector(moodle);
    moodle.after = async ({ form }) => {
      if (form.field !== 'email') return;
      moodle.after = () => {};
      await ensureUsers(peopleOf(2), other);
      const [second] = usersNamed('g2');
      if (second) second.idnumber = 'g1';
    };
    const { accounts, refusals } = await ensureUsers([personOf(1), personOf(3)]);
    expect(accounts.map(({ key }) => key)).toEqual(['g3']);
    expect(refusals).toMatchObject([{ key: 'g1', remark: { code: 'accountTwins' } }]);
  });

  it('lesson 3 gives its key back to an account whose ID number was changed', async () => {
    await ensureUsers([personOf(1)]);
    const [user] = usersNamed('g1');
    if (user) user.idnumber = 'changed';
    expect((await ensureUsers([personOf(1)])).refusals).toEqual([]);
    expect(usersNamed('g1')).toMatchObject([{ idnumber: 'g1' }]);
  });
});

describe('lesson 4: a call that was given up goes on', () => {
  it('lesson 4 takes the short name for a claim only, and completes a course with its ID number', async () => {
    const seen: unknown[] = [];
    moodle.after = ({ name }) => {
      if (name === 'core_course_duplicate_course')
        seen.push(...coursesNamed('EX-1').map((row) => ({ ...row })));
    };
    await openCourse('EX-1');
    expect(seen).toMatchObject([{ idnumber: '', visible: 0 }]);
    expect(coursesNamed('EX-1')).toMatchObject([{ idnumber: 'EX-1', visible: 1 }]);
  });

  it('lesson 4 takes up a copy that was finished after its caller had died, at once', async () => {
    const order = orderOf('EX-1');
    await dieDuringCopy(order);
    await vi.waitFor(
      () => expect(coursesNamed('EX-1')).toMatchObject([{ isWhole: true, idnumber: '' }]),
      5000,
    );
    const [finished] = coursesNamed('EX-1');
    const made = await openMoodleConnector(moodle).ensureCourse(order, never);
    expect(made.externalId).toBe(String(finished?.id));
    expect(coursesNamed('EX-1')).toMatchObject([{ idnumber: 'EX-1', visible: 1, isWhole: true }]);
  });

  it('lesson 4 waits for a copy that was begun and has no start yet, and begins anew when it was abandoned', async () => {
    const order = orderOf('EX-1');
    const abandoned = await openForeignCourse('EX-1');
    abandoned.startdate = 0;
    await expect(connector.ensureCourse(order, never)).rejects.toMatchObject({
      retry: 'unready',
      remark: { code: 'copying' },
    });
    connector.advance(119);
    await expect(connector.ensureCourse(order, never)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    connector.advance(1);
    await connector.ensureCourse(order, never);
    expect(coursesNamed('EX-1')).toMatchObject([{ idnumber: 'EX-1', isWhole: true }]);
    expect(coursesNamed('EX-1')[0]?.id).not.toBe(abandoned.id);
  });

  it.each([
    ['shown', { visible: 1 }],
    ['of another start than the template', { startdate: 1_800_000_000 }],
  ])('lesson 4 takes up no course that is %s', async (_, difference) => {
    const other = await openForeignCourse('EX-1');
    Object.assign(other, { visible: 0 }, difference);
    await expect(connector.ensureCourse(orderOf('EX-1'), never)).rejects.toMatchObject({ retry: 'unready' });
    expect(other.idnumber).toBe('');
  });

  it('lesson 3 leaves one course where a twin was completed between the question for it and the own completion', async () => {
    let isOther = true;
    moodle.before = ({ name }) => {
      if (!isOther || name !== 'core_course_update_courses') return;
      isOther = false;
      const [own] = coursesNamed('EX-1');
      moodle.site.courses.set(60, { ...own, id: 60, idnumber: 'EX-1' } as NonNullable<typeof own>);
    };
    await expect(connector.ensureCourse(orderOf('EX-1'), never)).rejects.toMatchObject({ retry: 'unready' });
    expect(coursesNamed('EX-1')).toMatchObject([{ id: 60, idnumber: 'EX-1' }]);
  });

  it('lesson 12 says what the role lacks to copy questions, and leaves no empty course in the way', async () => {
    moodle.site.setup.mayAddQuestions = false;
    await expect(connector.ensureCourse(orderOf('EX-1'), never)).rejects.toMatchObject({
      retry: 'never',
      remark: { code: 'copyRefused' },
    });
    expect(coursesNamed('EX-1')).toEqual([]);
    moodle.site.setup.mayAddQuestions = true;
    await connector.ensureCourse(orderOf('EX-1'), never);
    expect(coursesNamed('EX-1')).toMatchObject([{ idnumber: 'EX-1', isWhole: true }]);
  });

  it('lesson 12 says why a copy was refused, also where it may not remove what was left of it', async () => {
    Object.assign(moodle.site.setup, { mayAddQuestions: false, mayDelete: false });
    await expect(connector.ensureCourse(orderOf('EX-1'), never)).rejects.toMatchObject({
      remark: { code: 'copyRefused' },
    });
  });

  async function dieDuringCopy(order: ReturnType<typeof orderOf>): Promise<void> {
    const killed = new AbortController();
    moodle.site.setup.copyMilliseconds = 50;
    moodle.before = ({ name }) => {
      if (name === 'core_course_duplicate_course') setTimeout(() => killed.abort(), 10);
    };
    await expect(connector.ensureCourse(order, killed.signal)).rejects.toThrow();
    moodle.before = () => {};
  }

  it('lesson 4 lets other work go on while a copy takes longer than one call may', async () => {
    moodle.site.setup.copyMilliseconds = 1500;
    const slow = openMoodleConnector(moodle, { MOODLE_COPY_SECONDS: '1' });
    expect(slow.courseSeconds).toBeGreaterThan(1);
    await expect(slow.ensureCourse(orderOf('EX-1'), never)).rejects.toMatchObject({
      retry: 'unready',
      remark: { code: 'copying' },
    });
  });

  it('lesson 4 knows that the copy goes on when a proxy gives up waiting for it', async () => {
    moodle.after = ({ name, response }) => {
      if (name === 'core_course_duplicate_course') response.writeHead(504).end('Gateway Timeout');
    };
    await expect(connector.ensureCourse(orderOf('EX-1'), never)).rejects.toMatchObject({ retry: 'unready' });
    expect(coursesNamed('EX-1')).toHaveLength(1);
  });

  it('lesson 4 never deletes a course that somebody else made under the short name', async () => {
    const order = orderOf('EX-1');
    const { id } = await openForeignCourse('EX-1');
    const { accounts } = await ensureUsers([personOf(1)]);
    moodle.site.enrolments.set(
      id,
      new Map([[Number(accounts[0]?.externalId), { roles: [5], isSuspended: false }]]),
    );
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(connector.ensureCourse(order, never)).rejects.toMatchObject({
        retry: 'never',
        remark: { code: 'codeTaken', params: { course: String(id), code: 'EX-1' } },
      });
      connector.advance(1000);
    }
    expect(moodle.site.courses.has(id)).toBe(true);
  });

  it('lesson 4 names the broken copy to be deleted where the service user may not', async () => {
    const { id } = await openForeignCourse('EX-1');
    moodle.site.setup.mayDelete = false;
    await connector.ensureCourse(orderOf('EX-1'), never).catch(() => {});
    connector.advance(120);
    await expect(connector.ensureCourse(orderOf('EX-1'), never)).rejects.toThrow(
      `delete EX-1 (id ${id}) on the platform`,
    );
  });

  async function openForeignCourse(code: string) {
    const [made] = coursesNamed('TPL');
    const row = { ...made, id: 50, shortname: code, idnumber: '', isWhole: false } as NonNullable<
      typeof made
    >;
    moodle.site.courses.set(row.id, row);
    return row;
  }
});

describe('lesson 5: options of a copy take further rights', () => {
  it('lesson 5 copies without any option', async () => {
    const options: unknown[] = [];
    moodle.before = ({ name, form }) => {
      if (name === 'core_course_duplicate_course') options.push(form.options);
    };
    await openCourse('EX-1');
    expect(options).toEqual([undefined]);
  });
});

describe('lesson 6: a language that is not installed is refused', () => {
  it('lesson 6 creates the people of a site without French all the same, and asks only once', async () => {
    moodle.site.setup.languages = ['en'];
    const people = [...peopleOf(50), ...peopleOf(50, 51).map((one) => ({ ...one, language: 'en' as const }))];
    const { accounts, refusals } = await ensureUsers(people);
    expect([accounts.length, refusals]).toEqual([100, []]);
    const calls = callsOf('core_user_create_users');
    await ensureUsers(peopleOf(100, 101));
    expect(callsOf('core_user_create_users')).toBe(calls + 1);
  });

  it('lesson 6 sets the language where it is installed', async () => {
    moodle.site.setup.languages = ['fr'];
    await ensureUsers([personOf(1), personOf(2, { language: 'en' }), personOf(3)]);
    await ensureUsers([personOf(4)]);
    expect([1, 3, 4].map((n) => usersNamed(`g${n}`)[0]?.lang)).toEqual(['fr', 'fr', 'fr']);
    expect(usersNamed('g2')).toHaveLength(1);
  });
});

describe('lesson 18: a language pack that is installed later', () => {
  it('lesson 18 is sent again within an hour', async () => {
    moodle.site.setup.languages = ['en'];
    await ensureUsers([personOf(1)]);
    moodle.site.setup.languages = ['en', 'fr'];
    connector.advance(10 * 60);
    await ensureUsers([personOf(2)]);
    connector.advance(50 * 60);
    await ensureUsers([personOf(3)]);
    expect([1, 2, 3].map((n) => usersNamed(`g${n}`)[0]?.lang)).toEqual(['en', 'en', 'fr']);
  });

  it('lesson 18 may be that of Canadian French alone, which is French, and nothing is missing then', async () => {
    moodle.site.setup.languages = ['en', 'fr_ca'];
    await ensureUsers([personOf(1)]);
    await ensureUsers([personOf(2), personOf(3, { language: 'en' })]);
    expect([1, 2, 3].map((n) => usersNamed(`g${n}`)[0]?.lang)).toEqual(['fr_ca', 'fr_ca', 'en']);
    expect(await connector.removeTrial?.('EX-0', [], never)).toEqual([]);
  });
});

describe('lesson 7: warnings are failures', () => {
  it('lesson 7 reads them: a course whose change was refused does not count as done', async () => {
    const course = await openCourse('EX-1');
    moodle.before = ({ name, form }) => {
      if (name === 'core_course_update_courses')
        Object.assign((form.courses as Record<string, object>)['0'] ?? {}, { enddate: '1' });
    };
    await expect(connector.ensureCourse(course, never)).rejects.toMatchObject({
      retry: 'never',
      message: expect.stringContaining('The course end date must be after the start date.'),
    });
  });

  it('lesson 7 moves no course into a category that was deleted, which would break it: it stays where it was moved to', async () => {
    const course = await openCourse('EX-1');
    const [row] = coursesNamed('EX-1');
    const order = { ...course, made: course };
    const move = () => Object.assign(row ?? {}, { categoryid: 9 });
    moodle.site.categories.set(9, { id: 9, name: 'Archives', idnumber: '' });
    move();
    expect(await connector.ensureCourse(order, never)).toMatchObject({ semesterId: 1 });
    expect(row).toMatchObject({ categoryid: 1, visible: 1 });
    move();
    moodle.site.categories.delete(1);
    for (const row of moodle.site.courses.values()) row.categoryid = 9;
    const { functions } = moodle.site.setup;
    moodle.site.setup.functions = functions.filter((name) => name !== 'core_course_get_categories');
    await expect(connector.ensureCourse(order, never)).rejects.toMatchObject({
      retry: 'never',
      remark: { code: 'uncheckedCategory', params: { id: '1' } },
    });
    moodle.site.setup.functions = functions;
    expect(await connector.ensureCourse(order, never)).toMatchObject({ semesterId: 9 });
    expect(row).toMatchObject({ categoryid: 9, visible: 1 });
  });

  it('lesson 7 looks again at once when a course was deleted just before it was to be changed', async () => {
    const course = await openCourse('EX-1');
    moodle.before = ({ name }) => {
      if (name === 'core_course_update_courses') moodle.site.courses.delete(Number(course.externalId));
    };
    await expect(connector.ensureCourse(course, never)).rejects.toMatchObject({ retry: 'unready' });
  });

  it('lesson 7 sends dates that Moodle accepts: the exam’s day in the university’s time zone', async () => {
    await openCourse('EX-1');
    expect(coursesNamed('EX-1')).toMatchObject([{ startdate: 1809057600, enddate: 1809144000 }]);
  });
});

describe('lesson 8: the sign-on link takes the first account with the ID number', () => {
  it('lesson 8 gives a link that works once, to the course, for the one account of the key', async () => {
    const { externalId } = await openCourse('EX-1');
    const address = await connector.signOnAddress(signOnOf(personOf(1), { course: 'EX-1' }), never);
    const entered = await fetch(address, { redirect: 'manual' });
    expect(entered.headers.get('x-signed-on-as')).toBe('g1');
    expect(entered.headers.get('location')).toBe(`${moodle.url}/course/view.php?id=${externalId}`);
    expect((await fetch(address, { redirect: 'manual' })).headers.get('x-signed-on-as')).toBeNull();
  });

  it('lesson 8 refuses where two accounts have it', async () => {
    await ensureUsers(peopleOf(2));
    const [second] = usersNamed('g2');
    if (second) second.idnumber = 'g1';
    await expect(connector.signOnAddress(signOnOf(personOf(1)), never)).rejects.toMatchObject({
      remark: { code: 'accountTwins' },
    });
    expect(callsOf('auth_userkey_request_login_url')).toBe(0);
  });

  it('lesson 8 signs no staff on: they enter with their own account and its rights', async () => {
    const { externalId } = await openCourse('EX-1');
    const signOn = signOnOf(personOf(1), { course: 'EX-1', isStaff: true });
    expect(await connector.signOnAddress(signOn, never)).toBe(
      `${moodle.url}/course/view.php?id=${externalId}`,
    );
    expect(usersNamed('g1')).toEqual([]);
  });
});

describe('lesson 9: how long a real site takes', () => {
  it('lesson 9 looks nobody up twice: 500 new people take five calls to create and five to enrol', async () => {
    const course = await openCourse('EX-1');
    moodle.calls.length = 0;
    for (let n = 0; n < 5; n += 1) {
      const { accounts } = await ensureUsers(peopleOf(connector.batchSize, 1 + 100 * n));
      await connector.enrol(course, accounts, never);
    }
    expect(callsOf('core_user_create_users')).toBe(5);
    expect(callsOf('enrol_manual_enrol_users')).toBe(5);
    // Looked up by ID number, username and address, five batches each.
    expect(callsOf('core_user_get_users_by_field')).toBe(15);
  });
});

describe('lesson 10: the first sign-on with OpenID finds an account by its address', () => {
  it('lesson 10 updates the account before it hands out the way in', async () => {
    await ensureUsers([personOf(1)]);
    const email = 'zoe.cote@guichet.test';
    await connector.signOnAddress(signOnOf(personOf(1, { email })), never);
    const user = moodle.openIdSignOn({ sub: 'zoe', username: 'g1', email });
    expect(user.idnumber).toBe('g1');
  });

  it('lesson 10 lets nobody in whose new address is taken', async () => {
    await ensureUsers(peopleOf(2));
    const taken = personOf(2, { email: personOf(1).email });
    await expect(connector.signOnAddress(signOnOf(taken), never)).rejects.toMatchObject({
      remark: { code: 'addressTaken' },
    });
    expect(moodle.site.loginKeys.size).toBe(0);
  });
});

describe('lesson 11: Moodle 5 moved its web root, not its web services', () => {
  it('lesson 11 works with 5.0 at the same address', async () => {
    Object.assign(moodle.site.setup, { release: '5.0.1 (Build: 20250609)', version: '2025041401' });
    expect(await connector.check(never)).toMatchObject({
      product: 'Moodle 5.0.1',
      site: 'Moodle for tests',
      problems: [],
    });
    await openCourse('EX-1');
  });
});

describe('a site that does not work', () => {
  it('is told in our words, without the token', async () => {
    const failureOf = async (prepare: () => void) => {
      prepare();
      const failure = await connector.ensureCourse(orderOf('EX-1'), never).catch((error) => error);
      moodle.before = () => {};
      expect(JSON.stringify([failure.message, failure.stack])).not.toContain(moodle.site.setup.token);
      return failure;
    };
    const answer =
      (status: number, body: string, headers = {}) =>
      () => {
        moodle.before = ({ response }) => void response.writeHead(status, headers).end(body);
      };
    const refusal = (errorcode: string) => JSON.stringify({ exception: 'x', errorcode, message: 'Sorry' });
    expect(await failureOf(answer(503, 'Busy', { 'retry-after': '90' }))).toMatchObject({
      retry: 'later',
      retryAfterSeconds: 90,
      remark: { code: 'badStatus', params: { status: '503' } },
    });
    expect(await failureOf(answer(302, '', { location: 'https://elsewhere.test/' }))).toMatchObject({
      retry: 'later',
      remark: { code: 'redirected' },
    });
    expect(await failureOf(answer(200, '<html>Maintenance</html>'))).toMatchObject({
      retry: 'later',
      remark: { code: 'notData' },
    });
    expect(await failureOf(answer(200, refusal('sitemaintenance')))).toMatchObject({ retry: 'later' });
    expect(await failureOf(answer(200, '{"courses": 7}'))).toMatchObject({
      retry: 'later',
      remark: {
        code: 'unexpectedForm',
        params: { name: 'core_course_get_courses_by_field', where: 'courses' },
      },
    });
    expect(
      await failureOf(() => {
        moodle.before = ({ response }) => void response.destroy();
      }),
    ).toMatchObject({ retry: 'later', remark: { code: 'unreachable' } });
    expect(
      await failureOf(() => {
        moodle.site.setup.token = 'another-token-since-then';
      }),
    ).toMatchObject({ retry: 'later', remark: { code: 'invalidtoken' } });
  });

  it('is told by the check what it lacks', async () => {
    const { setup } = moodle.site;
    setup.functions = setup.functions.filter((name) => !name.startsWith('auth_userkey'));
    setup.version = '2023100900';
    expect((await connector.check(never)).problems).toMatchObject([
      { code: 'oldVersion' },
      { code: 'missingFunctions', params: { names: 'auth_userkey_request_login_url' } },
    ]);
  });

  it('is given titles with tags and character references in them, and reads them as they were written', async () => {
    for (const title of ['Grammaire <b>, A < B & «C»', 'R&D, &lt; et &amp;', 'I <3 maths', 'a <']) {
      const order = orderOf(`EX-${title.length}`, { title });
      const made = await ensured(connector, order);
      const { found, wanted } = await connector.readCourse({ ...order, made }, never);
      expect([found?.title, wanted.title]).toEqual([title, title]);
    }
  });

  it('is told by the check what its service user does not see of accounts', async () => {
    const { setup } = moodle.site;
    const problemsWith = async (seen: Partial<typeof setup>) => {
      Object.assign(setup, { maySeePeople: true, showsAddresses: true, showsLastNames: true, ...seen });
      return (await connector.check(never)).problems.map(({ code }) => code);
    };
    expect(await problemsWith({})).toEqual([]);
    expect(await problemsWith({ maySeePeople: false })).toEqual(['unseenAccounts']);
    expect(await problemsWith({ showsAddresses: false, showsLastNames: false })).toEqual([
      'unseenEmails',
      'unseenLastNames',
    ]);
  });

  it('compares nobody whose address it does not see: none is no other one', async () => {
    const course = await openCourse('EX-1');
    const { accounts } = await ensureUsers(peopleOf(2));
    await connector.enrol(course, accounts, never);
    moodle.site.setup.showsAddresses = false;
    const unseen = { retry: 'never', remark: { code: 'unseenEmails' } };
    await expect(connector.listEnrolments(course, never)).rejects.toMatchObject(unseen);
    await expect(connector.readAccounts(organisation, ['g1'], never)).rejects.toMatchObject(unseen);
  });

  it('is told that its service user does not see hidden courses, as copies are until they are whole', async () => {
    const { setup } = moodle.site;
    setup.maySeeHidden = false;
    const failureOf = () => connector.ensureCourse(orderOf('EX-1'), never).catch((error) => error);
    const message = expect.stringContaining('give it moodle/course:viewhiddencourses');
    // The second time, the short name is taken by a course that is not found.
    for (const _time of [1, 2]) {
      const failure = await failureOf();
      expect(failure).toMatchObject({ retry: 'unready', retryAfterSeconds: 60, message });
    }
    setup.maySeeHidden = true;
    await connector.ensureCourse(orderOf('EX-1'), never);
    expect(coursesNamed('EX-1')).toMatchObject([{ idnumber: 'EX-1', visible: 1 }]);
  });

  it('is told so of a hidden course of which it is asked, and takes it for no deleted one', async () => {
    const course = await openCourse('EX-1');
    const order = { ...course, made: course };
    Object.assign(coursesNamed('EX-1')[0] ?? {}, { visible: 0 });
    const unseen = { retry: 'never', remark: { code: 'errorcoursecontextnotvalid' } };
    expect((await connector.readCourse(order, never)).found).toMatchObject({ isOpen: false });
    moodle.site.setup.maySeeHidden = false;
    await expect(connector.readCourse(order, never)).rejects.toMatchObject(unseen);
    await expect(connector.listEnrolments(course, never)).rejects.toMatchObject(unseen);
    moodle.site.courses.delete(Number(course.externalId));
    expect((await connector.readCourse(order, never)).found).toBeNull();
    await expect(connector.listEnrolments(course, never)).rejects.toMatchObject({
      remark: { code: 'courseGone' },
    });
  });

  it('is told what its service user lacks where Moodle leaves the ID number of a course out', async () => {
    const course = await openCourse('EX-1');
    moodle.site.setup.maySeeCourses = false;
    await expect(connector.readCourse({ ...course, made: course }, never)).rejects.toMatchObject({
      retry: 'later',
      message: expect.stringContaining('moodle/course:update'),
      remark: { code: 'nopermissions' },
    });
  });

  it('is told so of a hidden template', async () => {
    await openCourse('EX-1');
    Object.assign(moodle.site.courses.get(templateId) ?? {}, { visible: 0 });
    moodle.site.setup.maySeeHidden = false;
    await expect(connector.ensureCourse(orderOf('EX-2'), never)).rejects.toMatchObject({
      retry: 'never',
      message: expect.stringContaining('moodle/course:viewhiddencourses'),
    });
  });

  it('is told of hidden grades, which look like none', async () => {
    const course = await openCourse('EX-1');
    const { accounts } = await ensureUsers(peopleOf(1));
    await connector.enrol(course, accounts, never);
    const points = async () => (await connector.readGrades?.(course, never))?.map((grade) => grade.points);
    expect(await points()).toEqual([null]);
    moodle.site.setup.hidesGrades = true;
    await expect(points()).rejects.toMatchObject({
      retry: 'never',
      remark: { code: 'hiddenTotals' },
    });
  });

  it('is told that its service user is suspended, and that the protocol is off: all its work waits', async () => {
    const serviceUser = moodle.site.users.get(3);
    Object.assign(serviceUser ?? {}, { suspended: true });
    await expect(connector.check(never)).rejects.toMatchObject({
      retry: 'later',
      remark: { code: 'wsaccessusersuspended' },
    });
    moodle.site.setup.isRestOn = false;
    await expect(connector.check(never)).rejects.toMatchObject({
      retry: 'later',
      remark: { code: 'webServicesOff' },
    });
  });

  it('is not called with a role that the service user may not assign, as often as there are people', async () => {
    const course = await openCourse('EX-1');
    const { accounts } = await ensureUsers(peopleOf(20));
    moodle.site.setup.assignableRoles = [];
    await expect(connector.enrol(course, accounts, never)).rejects.toMatchObject({
      retry: 'never',
      remark: { code: 'wsusercannotassign' },
    });
    expect(callsOf('enrol_manual_enrol_users')).toBe(1);
  });

  it.each([
    ['invalidcourseid', { templateId: 77, semesterId: null }, { code: 'noTemplate', params: { id: '77' } }],
    ['invalidrecord', { templateId, semesterId: 88 }, { code: 'noCategory', params: { id: '88' } }],
  ])('is told what is wrong with a system: %s', async (_code, ids, remark) => {
    const order = orderOf('EX-1', { organisation: { id: 3, ...ids } });
    await expect(connector.ensureCourse(order, never)).rejects.toMatchObject({ retry: 'never', remark });
  });
});
