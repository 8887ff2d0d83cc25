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
import { newQuiz } from '../../../../test/brightspace/exams.ts';
import { addQuiz, ids } from '../../../../test/brightspace/site.ts';
import { ensured } from '../../../../test/connectors/connectorContract.ts';
import type { CourseRef, ExtraTimeOrder } from '../connector.ts';
import { examHours } from '../examTimes/examDay.ts';

const never = new AbortController().signal;
const lastYear = { startDate: '2026-05-04T13:00:00.000Z', endDate: '2026-05-04T16:00:00.000Z' };
const day = { examDate: '2027-05-03', startTime: '09:00', endTime: '12:00' };
const hours = { ...examHours(day, 'America/Toronto'), isForAll: true, former: [] };
const [nine, noon, quarterToOne] = ['13:00', '16:00', '16:45'].map((time) => `2027-05-03T${time}:00.000Z`);

let brightspace: BrightspaceServer;
let connector: ReturnType<typeof openBrightspaceConnector>;
let course: CourseRef;
let orders: ExtraTimeOrder[];
beforeEach(async () => {
  brightspace = await openBrightspaceServer({ copyMilliseconds: 5 });
  connector = openBrightspaceConnector(brightspace);
  addQuiz(brightspace.site, { course: ids.template, ...lastYear, dueDate: lastYear.endDate });
  const order = orderOf('EX-1', { examDate: '2027-05-03' });
  course = { ...order, ...(await ensured(connector, order)) };
  const { accounts } = await connector.ensureUsers(order.organisation, peopleOf(2), never);
  await connector.enrol(course, accounts, never);
  orders = accounts.map((account) => ({ account, extraTime: null, isForDates: true }));
});
afterEach(() => brightspace.close());

const quizOf = () => {
  const quiz = [...brightspace.site.quizzes.values()].find((one) => String(one.course) === course.externalId);
  if (!quiz) throw new Error('the course has no quiz');
  return quiz;
};
const datesOf = () => {
  const { startDate, dueDate, endDate } = quizOf();
  return [startDate, dueDate, endDate];
};
const set = (more: object = {}) => connector.setExtraTimes?.(course, orders, never, { ...hours, ...more });
const shut = async () => connector.listShutQuizzes?.(course, hours, orders, never);
const puts = () => brightspace.calls.filter((call) => /^PUT le\/.*quizzes/.test(call)).length;

describe('the dates of a quiz', () => {
  it('are set to the hours of the exam, and nothing else of it changes', async () => {
    expect(await shut()).toMatchObject([{ kind: 'quiz', people: 2, isRepairable: true }]);
    const before = { name: quizOf().name, minutes: quizOf().minutes };
    expect(await set()).toMatchObject([{ problem: null }, { problem: null }]);
    expect(datesOf()).toEqual([nine, noon, noon]);
    // Without a grade item and a grace period, D2L accepts only this form.
    const rest = { ...newQuiz, AutoExportToGrades: false, SubmissionGracePeriod: 0 };
    expect(quizOf()).toMatchObject({ ...before, rest });
    expect(await shut()).toEqual([]);
    await set();
    expect(puts()).toBe(1);
  });

  it('end with the person who has the most extra time, whom they shut out before', async () => {
    Object.assign(quizOf(), { startDate: nine, endDate: noon, dueDate: null });
    const [first, second] = orders as [ExtraTimeOrder, ExtraTimeOrder];
    orders = [first, { ...second, extraTime: { minutes: 45, factor: null } }];
    expect(await shut()).toMatchObject([{ people: 1 }]);
    await set();
    expect(datesOf()).toEqual([nine, null, quarterToOne]);
    orders = [first];
    await set();
    expect(datesOf()).toEqual([nine, null, quarterToOne]);
  });

  it('without an end have none, and follow the exam from former hours', async () => {
    Object.assign(quizOf(), { startDate: '2027-06-01T00:00:00.000Z', endDate: null, dueDate: null });
    await set();
    expect(datesOf()).toEqual([nine, null, null]);
    Object.assign(quizOf(), { startDate: '2027-05-03T12:00:00.000Z', endDate: quarterToOne });
    const former = [{ startsAt: new Date('2027-05-03T12:00:00Z'), endsAt: new Date(String(noon)) }];
    await set({ former });
    expect(datesOf()).toEqual([nine, null, noon]);
  });

  it('are not touched where nobody asked for it, nor where they suit', async () => {
    await set({ isForAll: false });
    Object.assign(quizOf(), { startDate: null, endDate: quarterToOne, dueDate: null });
    await set();
    expect(puts()).toBe(0);
  });

  it('are told as refused without the scope, and extra time is set all the same', async () => {
    const { setup } = brightspace.site;
    setup.scopes = setup.scopes.filter((scope) => scope !== 'quizzing:quizzes:write');
    const [first, second] = orders as [ExtraTimeOrder, ExtraTimeOrder];
    orders = [first, { ...second, extraTime: { minutes: 45, factor: null } }];
    const problem = { code: 'missingScope', params: { name: expect.stringContaining('PUT le/') } };
    expect(await set()).toMatchObject([{ problem }, { problem, inPlace: 1 }]);
    expect(datesOf()).toEqual([lastYear.startDate, lastYear.endDate, lastYear.endDate]);
  });

  it('are read back with the rest of the quiz', async () => {
    brightspace.site.setup.changesQuizzes = true;
    expect(await set()).toMatchObject([
      { problem: { code: 'quizNotKept', params: { names: 'Shuffle' } } },
      { problem: { code: 'quizNotKept' } },
    ]);
  });

  it('leave the extra time that the staff gave by hand', async () => {
    const { externalId } = orders[0]?.account ?? { externalId: '' };
    const byHand = { rightClick: false, operation: 1 as const, multiplier: 1.5, additional: 0 };
    brightspace.site.accommodations.set(`${course.externalId}/${externalId}`, byHand);
    await set();
    expect([...brightspace.site.accommodations.values()]).toEqual([byHand]);
    orders = orders.map((order) => ({ ...order, isForDates: false }));
    await set();
    expect([...brightspace.site.accommodations.values()]).toMatchObject([{ multiplier: 1 }]);
  });
});
