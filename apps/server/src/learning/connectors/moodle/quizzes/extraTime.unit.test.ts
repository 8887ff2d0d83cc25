import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensured } from '../../../../../test/connectors/connectorContract.ts';
import {
  openMoodleConnector,
  orderOf,
  peopleOf,
  templateId,
} from '../../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../../test/moodle/moodleServer.ts';
import { accessOf } from '../../../../../test/moodle/quizzes.ts';
import type { Override } from '../../../../../test/moodle/site.ts';
import type { Account, CourseRef, ExtraTime } from '../../connector.ts';

const hour = 3600;
const [opens, closes] = [1_809_100_800, 1_809_100_800 + 3 * hour];
const minutes = (count: number): ExtraTime => ({ minutes: count, factor: null });
const times = (factor: number): ExtraTime => ({ minutes: null, factor });
const never = new AbortController().signal;

let moodle: MoodleServer;
let connector: ReturnType<typeof openMoodleConnector>;
let course: CourseRef;
let accounts: readonly Account[];
/** An exam of three hours, from nine to twelve. */
let exam: number;
beforeEach(async () => {
  moodle = await openMoodleServer();
  connector = openMoodleConnector(moodle);
  const { quizzes, next } = moodle.site;
  quizzes.set(1, {
    id: 1,
    course: templateId,
    name: 'Examen',
    timelimit: 3 * hour,
    timeopen: opens,
    timeclose: closes,
  });
  quizzes.set(2, { id: 2, course: templateId, name: 'Sondage', timelimit: 0 });
  next.quiz = 3;
  const order = orderOf('EX-1');
  course = { ...order, ...(await ensured(connector, order)) };
  exam = 3;
  ({ accounts } = await connector.ensureUsers(order.organisation, peopleOf(3), never));
  await connector.enrol(course, accounts, never);
  moodle.calls.length = 0;
});
afterEach(() => moodle.close());

const userOf = (n: number) => Number(accounts[n]?.externalId);
const give = async (extraTime: ExtraTime | null, ...people: number[]) => {
  const orders = (people.length === 0 ? [0] : people).map((n) => ({
    account: accounts[n] as Account,
    extraTime,
  }));
  return (await connector.setExtraTimes?.(course, orders, never)) ?? [];
};
const accessFor = (n: number) => accessOf(moodle.site, exam, userOf(n));
const written = () => moodle.calls.filter((name) => /save|delete/.test(name));

/** Sets an override by hand, as the platform's staff do. */
function setByHand(fields: Partial<Override>): void {
  const { overrides, next } = moodle.site;
  const id = next.override++;
  const none = { timeopen: null, timeclose: null, timelimit: null, attempts: null, password: null };
  overrides.set(id, { id, quiz: exam, userid: userOf(0), groupid: null, ...none, ...fields });
}

/** A group of the first person, with a session of its own. */
function addGroup(fields: Partial<Override>): void {
  moodle.site.groups.set(7, { id: 7, course: Number(course.externalId), people: new Set([userOf(0)]) });
  setByHand({ userid: null, groupid: 7, ...fields });
}

describe('extra time on Moodle', () => {
  it('is given in quizzes with a time limit, and their closing date moves by as much', async () => {
    expect(await give(times(1.5))).toEqual([{ key: 'g1', quizzes: 1, inPlace: 1, problem: null }]);
    expect(accessFor(0)).toMatchObject({ timelimit: 4.5 * hour, timeclose: closes + 1.5 * hour });
    expect(accessFor(1)).toMatchObject({ timelimit: 3 * hour, timeclose: closes });
    expect([...moodle.site.overrides.values()].map(({ quiz }) => quiz)).toEqual([exam]);
  });

  it('is written once, changed, and taken away without a trace', async () => {
    await give(minutes(30));
    await give(minutes(30));
    expect(written()).toEqual(['mod_quiz_save_overrides']);
    expect(await give(times(2))).toMatchObject([{ inPlace: 1 }]);
    expect(accessFor(0)).toMatchObject({ timelimit: 6 * hour, timeclose: closes + 3 * hour });
    expect(await give(null)).toEqual([{ key: 'g1', quizzes: 1, inPlace: 0, problem: null }]);
    expect([...moodle.site.overrides.values()]).toEqual([]);
    await give(null);
    expect(written()).toHaveLength(3);
  });

  it('leaves attempts and password that staff set, while it is given, changed and taken away', async () => {
    setByHand({ attempts: 3, password: 'porte' });
    for (const extraTime of [minutes(45), minutes(15)]) {
      expect(await give(extraTime)).toMatchObject([{ inPlace: 1, problem: null }]);
      expect(accessFor(0)).toMatchObject({ attempts: 3, password: 'porte' });
    }
    expect(accessFor(0).timelimit).toBe(3.25 * hour);
    await give(null);
    expect(accessFor(0)).toEqual({
      timeopen: opens,
      timeclose: closes,
      timelimit: 3 * hour,
      attempts: 3,
      password: 'porte',
    });
  });

  it('leaves the hour that staff gave a person of their own, and says so where that cuts their time', async () => {
    setByHand({ timeopen: opens + 24 * hour, timeclose: closes + 24 * hour });
    const [facts] = await give(times(1.5));
    expect(facts).toMatchObject({
      inPlace: 0,
      problem: { code: 'cutShort', params: { quiz: 'Examen' } },
    });
    expect(accessFor(0)).toMatchObject({ timelimit: 4.5 * hour, timeclose: closes + 24 * hour });
    await give(null);
    expect(accessFor(0)).toMatchObject({ timeopen: opens + 24 * hour, timeclose: closes + 24 * hour });
  });

  it('counts from the hour of the group of a person, leaves that of the group, and twice as once', async () => {
    addGroup({ timeopen: opens + 5 * hour, timeclose: closes + 5 * hour });
    expect(await give(minutes(60), 0, 1)).toMatchObject([{ inPlace: 1 }, { inPlace: 1 }]);
    expect(accessFor(0)).toMatchObject({ timeopen: opens + 5 * hour, timeclose: closes + 6 * hour });
    expect(accessFor(1)).toMatchObject({ timeopen: opens, timeclose: closes + hour });
    await give(minutes(60), 0, 1);
    expect(written()).toHaveLength(1);
    await give(null, 0, 1);
    expect(accessFor(0)).toMatchObject({ timelimit: 3 * hour, timeclose: closes + 5 * hour });
    expect([...moodle.site.overrides.values()]).toMatchObject([{ groupid: 7 }]);
  });

  it('is not given on top of what a group has more already', async () => {
    addGroup({ timelimit: 4.5 * hour, timeclose: closes + 1.5 * hour });
    await give(times(1.5));
    expect(accessFor(0)).toMatchObject({ timelimit: 4.5 * hour, timeclose: closes + 1.5 * hour });
    expect(await give(minutes(30))).toMatchObject([{ inPlace: 1, problem: null }]);
    expect(accessFor(0).timelimit).toBe(4.5 * hour);
  });

  it('leaves an earlier hour that staff gave a person of their own', async () => {
    setByHand({ timeopen: opens - 24 * hour, timeclose: closes - 19 * hour });
    expect(await give(times(1.5))).toMatchObject([{ inPlace: 1, problem: null }]);
    expect(accessFor(0)).toMatchObject({ timelimit: 4.5 * hour, timeclose: closes - 19 * hour });
  });

  it('counts from the opening of their group where staff gave them a closing date', async () => {
    Object.assign(moodle.site.quizzes.get(exam) ?? {}, { timeopen: 0, timeclose: 0 });
    addGroup({ timeopen: opens + 5 * hour });
    setByHand({ timeclose: opens + 8 * hour });
    expect(await give(minutes(30))).toMatchObject([
      {
        inPlace: 0,
        problem: { code: 'cutShort', params: { quiz: 'Examen' } },
      },
    ]);
  });

  it('follows a quiz whose limit and dates were changed when it is set again', async () => {
    await give(times(1.5));
    const later = { timelimit: 2 * hour, timeopen: opens - hour, timeclose: closes - hour };
    Object.assign(moodle.site.quizzes.get(exam) ?? {}, later);
    expect(await give(times(1.5))).toMatchObject([{ inPlace: 1 }]);
    expect(accessFor(0).timelimit).toBe(3 * hour);
    expect(accessFor(0).timeclose).toBeGreaterThanOrEqual(closes);
    Object.assign(moodle.site.quizzes.get(exam) ?? {}, { timeopen: opens, timeclose: closes + 48 * hour });
    await give(times(1.5));
    expect(accessFor(0).timeclose).toBe(closes + 49 * hour);
  });

  it('is kept once where two servers wrote it at the same moment', async () => {
    setByHand({ timelimit: 4 * hour });
    setByHand({ attempts: 2 });
    setByHand({ timelimit: 4 * hour });
    expect(await give(minutes(30))).toMatchObject([{ inPlace: 1, problem: null }]);
    expect([...moodle.site.overrides.values()]).toMatchObject([{ attempts: 2, timelimit: 3.5 * hour }]);
  });

  it('is given to everybody else where Moodle refuses one, of whom it says why', async () => {
    const strange = { key: 'g9', externalId: '4711' };
    moodle.site.enrolments.get(Number(course.externalId))?.set(4711, { roles: [5], isSuspended: false });
    moodle.site.users.set(4711, { ...moodle.site.users.get(3), id: 4711 } as never);
    moodle.before = ({ name }) => {
      // The account is deleted after the list of people, before the override.
      if (name === 'mod_quiz_get_overrides') moodle.site.users.delete(4711);
    };
    accounts = [accounts[0] as Account, strange, ...accounts.slice(1)];
    const facts = await give(minutes(30), 0, 1, 2, 3);
    expect(facts.map(({ inPlace }) => inPlace)).toEqual([1, 0, 1, 1]);
    const said = 'Invalid parameter value detected (invalidparameter)';
    expect(facts[1]?.problem).toMatchObject({ code: 'overrideRefused', params: { quiz: 'Examen', said } });
  });

  it('is sent for 100 people at once within the variables that PHP takes', async () => {
    const { organisation } = orderOf('');
    ({ accounts } = await connector.ensureUsers(organisation, peopleOf(100), never));
    await connector.enrol(course, accounts, never);
    const everybody = accounts.map((_, n) => n);
    for (const n of everybody)
      setByHand({ userid: userOf(n), timeopen: opens - 60, attempts: 2, password: 'porte' });
    const facts = await give(minutes(30), ...everybody);
    expect(facts.filter(({ inPlace }) => inPlace === 1)).toHaveLength(100);
  });
});

describe('what keeps extra time from Moodle is said of each person, once, and all else goes on', () => {
  it('of somebody who is not on the course, for whom Moodle would take it all the same', async () => {
    await connector.unenrol(course, ['g1'], never);
    expect(await give(minutes(30))).toEqual([
      { key: 'g1', quizzes: 1, inPlace: 0, problem: expect.objectContaining({ code: 'notOnCourse' }) },
    ]);
    expect(moodle.site.overrides.size).toBe(0);
  });

  it('takes it away from somebody who has left the course', async () => {
    await give(minutes(30));
    await connector.unenrol(course, ['g1'], never);
    expect(await give(null)).toMatchObject([{ inPlace: 0, problem: null }]);
    expect(moodle.site.overrides.size).toBe(0);
  });

  it('of extra time that could not be taken away, and counts it as there', async () => {
    await give(minutes(30));
    const { setup } = moodle.site;
    setup.functions = setup.functions.filter((name) => name !== 'mod_quiz_delete_overrides');
    expect(await give(null)).toMatchObject([
      { inPlace: 1, problem: { code: 'accessexception', params: { name: 'mod_quiz_delete_overrides' } } },
    ]);
  });

  it('of a service without the functions, and of a Moodle that has none', async () => {
    const { setup } = moodle.site;
    setup.functions = setup.functions.filter((name) => name !== 'mod_quiz_save_overrides');
    expect(await give(minutes(30))).toMatchObject([
      {
        quizzes: 1,
        inPlace: 0,
        problem: { code: 'accessexception', params: { name: 'mod_quiz_save_overrides' } },
      },
    ]);
    moodle.before = ({ name, response }) => {
      if (name !== 'mod_quiz_get_overrides') return;
      const refusal = { exception: 'dml_missing_record_exception', errorcode: 'invalidrecord', message: '' };
      response.writeHead(200).end(JSON.stringify(refusal));
    };
    expect(await give(minutes(30))).toMatchObject([{ problem: { code: 'noOverrides' } }]);
  });

  it.each([
    ['mod/quiz:manageoverrides', { mayManageOverrides: false }, 'nopermissions'],
    ['moodle/site:accessallgroups', { inOtherGroups: [4] }, 'overrideLeftOut'],
  ])('of a service user without %s', async (_capability, setup, code) => {
    expect(userOf(0)).toBe(4);
    Object.assign(moodle.site.setup, setup);
    expect(await give(minutes(30))).toMatchObject([{ inPlace: 0, problem: { code } }]);
  });

  it('not of a quiz that it does not see: it counts none', async () => {
    Object.assign(moodle.site.quizzes.get(exam) ?? {}, { isHidden: true });
    expect(await give(minutes(30))).toMatchObject([{ quizzes: 1, inPlace: 1 }]);
    const none = [{ key: 'g1', quizzes: 0, inPlace: 0, problem: null }];
    moodle.site.setup.maySeeHiddenActivities = false;
    expect(await give(minutes(30))).toEqual(none);
    Object.assign(moodle.site.quizzes.get(exam) ?? {}, { isHidden: false });
    expect(await give(minutes(30))).toMatchObject([{ quizzes: 1, inPlace: 1 }]);
    moodle.site.setup.maySeeQuizzes = false;
    expect(await give(minutes(30))).toEqual(none);
  });

  it('not of a site that is down: that is tried again', async () => {
    moodle.before = ({ name, response }) => {
      if (name === 'mod_quiz_save_overrides') response.writeHead(503).end();
    };
    await expect(give(minutes(30))).rejects.toMatchObject({ retry: 'later' });
  });
});

const calls = [
  'core_course_get_courses_by_field',
  'mod_quiz_get_quizzes_by_courses',
  'core_enrol_get_enrolled_users',
  'mod_quiz_get_overrides',
  'mod_quiz_delete_overrides',
  'mod_quiz_save_overrides',
  'mod_quiz_get_overrides',
];

describe('a server that is killed while it sets extra time', () => {
  it.each(calls.map((name, n) => [n, name] as const))(
    'leaves what the next one finishes: call %i, %s',
    async (n, name) => {
      await give(minutes(20), 1);
      setByHand({ timelimit: 4 * hour });
      setByHand({ timelimit: 4 * hour });
      moodle.site.quizzes.delete(4);
      moodle.calls.length = 0;
      const death = new AbortController();
      // Moodle carries out the call, but its answer is lost.
      moodle.after = () => {
        if (moodle.calls.length === n + 1) death.abort();
      };
      const orders = [
        { account: accounts[0] as Account, extraTime: minutes(30) },
        { account: accounts[1] as Account, extraTime: null },
      ];
      await expect(connector.setExtraTimes?.(course, orders, death.signal)).rejects.toThrow();
      moodle.after = () => {};
      expect(moodle.calls.at(n)).toBe(name);
      const facts = await connector.setExtraTimes?.(course, orders, never);
      expect(facts).toMatchObject([
        { key: 'g1', quizzes: 1, inPlace: 1, problem: null },
        { key: 'g2', quizzes: 1, inPlace: 0, problem: null },
      ]);
      expect([...moodle.site.overrides.values()]).toMatchObject([
        { userid: userOf(0), timelimit: 3.5 * hour },
      ]);
    },
  );
});
