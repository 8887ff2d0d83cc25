import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openBrightspaceConnector,
  orderOf,
  peopleOf,
} from '../../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../../test/brightspace/brightspaceServer.ts';
import { minutesOf } from '../../../../test/brightspace/exams.ts';
import { addQuiz, ids, type QuizRow, type Setup } from '../../../../test/brightspace/site.ts';
import { ensured } from '../../../../test/connectors/connectorContract.ts';
import type { Account, CourseRef, ExtraTime } from '../connector.ts';

const { signal: never } = new AbortController();
const minutes = (count: number): ExtraTime => ({ minutes: count, factor: null });
const times = (factor: number): ExtraTime => ({ minutes: null, factor });

let brightspace: BrightspaceServer;
let connector: ReturnType<typeof openBrightspaceConnector>;
let course: CourseRef;
let accounts: readonly Account[];
beforeEach(async () => {
  brightspace = await openBrightspaceServer();
  connector = openBrightspaceConnector(brightspace);
  addQuiz(brightspace.site, { course: ids.template, name: 'Examen', minutes: 180 });
  addQuiz(brightspace.site, { course: ids.template, name: 'Sondage', isEnforced: false });
  const order = orderOf('EX-1');
  course = { ...order, ...(await ensured(connector, order)) };
  ({ accounts } = await connector.ensureUsers(order.organisation, peopleOf(3), never));
  await connector.enrol(course, accounts, never);
  brightspace.calls.length = 0;
});
afterEach(() => brightspace.close());

const set = (setup: Partial<Setup>) => Object.assign(brightspace.site.setup, setup);
const userOf = (n: number) => Number(accounts[n]?.externalId);
const quizzes = () =>
  [...brightspace.site.quizzes.values()].filter((quiz) => quiz.course === Number(course.externalId));
const exam = () => quizzes()[0] as QuizRow;
const minutesFor = (n: number) => minutesOf(brightspace.site, exam(), userOf(n));
const written = () => brightspace.calls.filter((name) => name.startsWith('PUT')).length;
const give = async (extraTime: ExtraTime | null, ...people: number[]) => {
  const orders = (people.length === 0 ? [0] : people).map((n) => ({
    account: accounts[n] as Account,
    extraTime,
  }));
  return (await connector.setExtraTimes?.(course, orders, never)) ?? [];
};

describe('extra time on Brightspace', () => {
  it('is an accommodation in the course, written once, changed and taken away', async () => {
    expect(await give(times(1.33), 0, 1)).toEqual([
      { key: 'g1', quizzes: 1, inPlace: 1, problem: null },
      { key: 'g2', quizzes: 1, inPlace: 1, problem: null },
    ]);
    expect([minutesFor(0), minutesFor(2)]).toEqual([180 * 1.33, 180]);
    await give(times(1.33), 0, 1);
    expect(written()).toBe(2);
    await give(minutes(45));
    expect(minutesFor(0)).toBe(225);
    expect(await give(null)).toEqual([{ key: 'g1', quizzes: 1, inPlace: 0, problem: null }]);
    expect(minutesFor(0)).toBe(180);
    await give(null, 0, 2);
    expect(written()).toBe(4);
  });

  it('leaves what staff allowed beside it', async () => {
    const key = `${course.externalId}/${userOf(0)}`;
    brightspace.site.accommodations.set(key, {
      rightClick: true,
      operation: 1,
      multiplier: 2,
      additional: 0,
    });
    await give(minutes(30));
    await give(null);
    expect(brightspace.site.accommodations.get(key)).toMatchObject({ rightClick: true, multiplier: 1 });
  });

  it('counts as given only where no special access goes before it', async () => {
    exam().special.set(userOf(0), 200);
    exam().special.set(userOf(1), 240);
    const [short, enough] = await give(minutes(30), 0, 1);
    expect(short).toMatchObject({
      inPlace: 0,
      problem: { code: 'specialAccess', params: { quiz: 'Examen' } },
    });
    expect(enough).toMatchObject({ inPlace: 1, problem: null });
  });

  it('reads all pages of quizzes, and sends the token to no other host', async () => {
    set({ pageSize: 1 });
    for (const name of ['Deux', 'Trois'])
      addQuiz(brightspace.site, { course: Number(course.externalId), name });
    expect(await give(minutes(30))).toMatchObject([{ quizzes: 3, inPlace: 3 }]);
  });
});

describe('what keeps extra time from Brightspace is said of each person, and all else goes on', () => {
  it('of an accommodation that was taken and not kept', async () => {
    set({ dropsAccommodations: true });
    expect(await give(minutes(30))).toMatchObject([
      {
        inPlace: 0,
        problem: { code: 'accommodationNotKept' },
      },
    ]);
  });

  it('of somebody who is not on the course', async () => {
    await connector.unenrol(course, ['g1'], never);
    expect(await give(minutes(30))).toMatchObject([{ inPlace: 0, problem: { code: 'notOnCourse' } }]);
    expect(await give(null)).toMatchObject([{ inPlace: 0, problem: null }]);
  });

  it.each(['quizzing:quizzes:read', 'accommodations:profile:read', 'accommodations:profile:manage'])(
    'of a registration without the scope %s, as one that was made before',
    async (scope) => {
      set({ scopes: brightspace.site.setup.scopes.filter((one) => one !== scope) });
      expect(await give(minutes(30))).toMatchObject([
        {
          inPlace: 0,
          problem: { code: 'missingScope', params: { name: expect.stringMatching(/^(GET|PUT) le\//) } },
        },
      ]);
    },
  );

  it.each(['GET le/:id/quizzes/', 'PUT le/accommodations/'])(
    'of a service user without the permission for %s',
    async (route) => {
      set({ denied: [route] });
      expect(await give(minutes(30))).toMatchObject([{ inPlace: 0, problem: { code: 'nopermissions' } }]);
    },
  );

  it('not of a course without a quiz whose limit is enforced, where it is there for later ones', async () => {
    exam().isEnforced = false;
    expect(await give(minutes(30))).toEqual([{ key: 'g1', quizzes: 0, inPlace: 0, problem: null }]);
    exam().isEnforced = true;
    expect(minutesFor(0)).toBe(210);
  });

  it('not of a site that is busy: that is tried again', async () => {
    set({ callsLeft: 3 });
    await expect(give(minutes(30))).rejects.toMatchObject({ retry: 'later', retryAfterSeconds: 17 });
  });
});

const calls = [
  'GET lp/courses/:id',
  'GET le/:id/quizzes/',
  'GET le/:id/quizzes/:quiz/specialaccess/',
  'GET lp/enrollments/orgUnits/:id/users/',
  'GET le/accommodations/:id/users/:user',
  'PUT le/accommodations/',
  'GET le/accommodations/:id/users/:user',
];

describe('a server that is killed while it sets extra time on Brightspace', () => {
  it.each(calls.map((name, n) => [n, name] as const))(
    'leaves what the next one finishes: call %i, %s',
    async (n, name) => {
      const death = new AbortController();
      // Brightspace carries out the call, but its answer is lost.
      brightspace.after = () => {
        if (brightspace.calls.length === n + 1) death.abort();
      };
      const orders = [{ account: accounts[0] as Account, extraTime: times(1.5) }];
      await expect(connector.setExtraTimes?.(course, orders, death.signal)).rejects.toThrow();
      expect(brightspace.calls.at(n)).toBe(name);
      brightspace.after = () => {};
      expect(await connector.setExtraTimes?.(course, orders, never)).toEqual([
        { key: 'g1', quizzes: 1, inPlace: 1, problem: null },
      ]);
      expect(minutesFor(0)).toBe(270);
    },
  );
});

describe('grades on Brightspace', () => {
  const grade = (n: number, row: { points: number | null; outOf: number | null; isWeighted?: boolean }) =>
    brightspace.site.finalGrades.set(`${course.externalId}/${userOf(n)}`, row);
  const read = async () => (await connector.readGrades?.(course, never)) ?? [];

  it('are the final ones of everybody, of all pages, in points or weighted', async () => {
    set({ pageSize: 1 });
    grade(0, { points: 13.5, outOf: 20 });
    grade(1, { points: 61, outOf: 100, isWeighted: true });
    expect(await read()).toEqual([
      { key: 'g1', name: 'Zoé Côté 1', points: 13.5, outOf: 20 },
      { key: 'g2', name: 'Zoé Côté 2', points: 61, outOf: 100 },
      { key: 'g3', name: 'Zoé Côté 3', points: null, outOf: null },
    ]);
  });

  it('are of nobody’s key where the account has none, and of theirs where lists do not show it', async () => {
    grade(0, { points: 0, outOf: 20 });
    const user = brightspace.site.users.get(userOf(1));
    if (user) user.orgDefinedId = '';
    set({ showsOrgDefinedIds: false });
    expect((await read()).map(({ key, points }) => [key, points])).toEqual([
      ['g1', 0],
      [null, null],
      ['g3', null],
    ]);
  });

  it('are refused in words: without the scope, without the permission', async () => {
    set({ denied: ['GET le/:id/grades/final/values/'] });
    await expect(read()).rejects.toMatchObject({
      retry: 'never',
      message: expect.stringContaining('lacks a permission for GET le/'),
    });
    set({ scopes: brightspace.site.setup.scopes.filter((scope) => scope !== 'grades:gradevalues:read') });
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('lacks a scope') });
  });
});
