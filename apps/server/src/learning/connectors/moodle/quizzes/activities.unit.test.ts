import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensured } from '../../../../../test/connectors/connectorContract.ts';
import {
  openMoodleConnector,
  orderOf,
  peopleOf,
  templateId,
} from '../../../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../../../test/moodle/moodleServer.ts';
import type { Activity } from '../../../../../test/moodle/site.ts';
import type { CourseRef, ExtraTime } from '../../connector.ts';
import { examHours } from '../../examTimes/examDay.ts';

const never = new AbortController().signal;
const at = (text: string) => Date.parse(text) / 1000;
const lastYear = { from: at('2026-05-04T13:00:00Z'), to: at('2026-05-04T16:00:00Z') };
const day = { examDate: '2027-05-03', startTime: '09:00', endTime: '12:00' };
const hours = examHours(day, 'America/Toronto');
const [starts, ends] = [at('2027-05-03T13:00:00Z'), at('2027-05-03T16:00:00Z')];

let moodle: MoodleServer;
let connector: ReturnType<typeof openMoodleConnector>;
beforeEach(async () => {
  moodle = await openMoodleServer();
  connector = openMoodleConnector(moodle);
});
afterEach(() => moodle.close());

/** The activities shut in a course whose template has `activities`, to people with these extra times. */
async function shut(
  activities: readonly Partial<Activity>[],
  extraTimes: readonly (ExtraTime | null)[] = [],
) {
  for (const [n, activity] of activities.entries())
    moodle.site.activities.push({ course: templateId, modname: 'assign', name: `A${n}`, ...activity });
  const order = orderOf('EX-1', { examDate: '2027-05-03' });
  const course: CourseRef = { ...order, ...(await ensured(connector, order)) };
  const people = peopleOf(extraTimes.length);
  const { accounts } = await connector.ensureUsers(order.organisation, people, never);
  if (accounts.length > 0) await connector.enrol(course, accounts, never);
  const orders = accounts.map((account, n) => ({ account, extraTime: extraTimes[n] ?? null }));
  return (await connector.listShutQuizzes?.(course, hours, orders, never)) ?? [];
}

describe('the dates of activities beside quizzes', () => {
  it.each([
    ['lesson', 'available', 'deadline'],
    ['choice', 'timeopen', 'timeclose'],
    ['feedback', 'timeopen', 'timeclose'],
    ['scorm', 'timeopen', 'timeclose'],
    ['data', 'timeavailablefrom', 'timeavailableto'],
    ['workshop', 'submissionstart', 'submissionend'],
  ])('are read of each kind: %s', async (modname, from, to) => {
    const found = await shut([
      { modname, name: 'Un & deux', dates: { [from]: lastYear.from, [to]: lastYear.to } },
    ]);
    expect(found).toEqual([
      {
        name: 'Un & deux',
        kind: 'activity',
        opensAt: new Date(lastYear.from * 1000),
        closesAt: new Date(lastYear.to * 1000),
        people: 0,
        isRepairable: false,
      },
    ]);
  });

  it('shut an assignment at its last date, and not when it is only due', async () => {
    const dates = { allowsubmissionsfromdate: lastYear.from, duedate: lastYear.to };
    const cutoff = { customdata: { cutoffdate: String(lastYear.to + 600) } };
    const found = await shut([{ dates }, { dates, ...cutoff }, { modname: 'forum', ...cutoff }]);
    expect(found.map(({ name, closesAt }) => [name, Number(closesAt) / 1000])).toEqual([
      ['A1', lastYear.to + 600],
      ['A2', lastYear.to + 600],
    ]);
  });

  it('count with restrictions by date, of quizzes too, as far as all of them have to be met', async () => {
    const until = (t: number) => ({ type: 'date', d: '<', t });
    const all = { op: '&', c: [{ type: 'group' }, { op: '&', c: [until(lastYear.to)] }] };
    const found = await shut([
      { modname: 'quiz', availability: all },
      { modname: 'page', availability: { op: '|', c: [until(lastYear.to), { type: 'group' }] } },
      { modname: 'page', availability: { op: '&', c: [{ type: 'date', d: '>=', t: starts + 60 }] } },
      { modname: 'page', availability: { op: '&', c: [until(ends)] } },
    ]);
    expect(found.map(({ name, kind }) => [name, kind])).toEqual([
      ['A0', 'activity'],
      ['A2', 'activity'],
    ]);
  });

  it('shut out whoever has extra time beyond them, and nobody else', async () => {
    const extra = { minutes: 30, factor: null } as const;
    const dates = { timeopen: starts, timeclose: ends };
    expect(await shut([{ modname: 'choice', dates }], [null, extra])).toMatchObject([{ people: 1 }]);
  });

  it('are left out where the service or the role lacks something, and those of quizzes are still compared', async () => {
    const quiz = [...moodle.site.quizzes.values()][0];
    Object.assign(quiz ?? {}, { timeopen: lastYear.from, timeclose: lastYear.to });
    moodle.site.setup.functions = moodle.site.setup.functions.filter(
      (one) => one !== 'core_course_get_contents',
    );
    const dates = { timeopen: lastYear.from, timeclose: lastYear.to };
    expect(await shut([{ modname: 'choice', dates }])).toMatchObject([{ kind: 'quiz', name: 'Examen' }]);
    expect((await connector.check(never)).notes).toMatchObject([
      { code: 'forDates', params: { names: 'core_course_get_contents' } },
    ]);
    moodle.site.setup.functions.push('core_course_get_contents');
    expect((await shut([])).map(({ kind }) => kind)).toEqual(['quiz', 'activity']);
    moodle.site.setup.unseenActivities = ['choice'];
    expect((await shut([])).map(({ kind }) => kind)).toEqual(['quiz']);
    moodle.site.setup.unseenActivities = [];
    moodle.before = ({ name, response }) => {
      const refusal = { exception: 'moodle_exception', errorcode: 'codingerror', message: 'a plugin' };
      if (name === 'core_course_get_contents') response.writeHead(200).end(JSON.stringify(refusal));
    };
    expect((await shut([])).map(({ kind }) => kind)).toEqual(['quiz']);
  });
});
