import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsOf } from '../../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../../test/brightspace/brightspaceServer.ts';
import { isDone } from '../../../../test/killedServer.ts';
import { drain, makeCandidates, planExamSpace, readEnrolmentJobs } from '../../../../test/learning.ts';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { openConnector } from '../../learning.service.ts';

/** The pause that the site asks for with each 429, in seconds. */
const retryAfter = 17;
/** Calls that the site takes between pauses; each of the 900 people needs at least three. */
const callsAtATime = 600;

let brightspace: BrightspaceServer;
let context: TestApp;
beforeAll(async () => {
  brightspace = await openBrightspaceServer({ copyMilliseconds: 20 });
  context = await openTestApp(settingsOf(brightspace));
});
afterAll(async () => {
  await context.close();
  await brightspace.close();
});

it('900 people at once are on the course once each, on a site that takes so many calls and then asks for a pause', async () => {
  const { setup, users, enrolments, orgUnits } = brightspace.site;
  const connector = openConnector(context);
  const space = await planExamSpace(context, { candidates: makeCandidates(900) });
  let refusedTimes = 0;
  let pauses = 0;
  while (!(await isDone(context, space))) {
    setup.callsLeft = callsAtATime;
    await drain(context, connector);
    if (setup.callsLeft === 0) {
      refusedTimes += 1;
      // People who were refused are not tried again before the pause has ended.
      const before = brightspace.calls.length;
      context.clock.advance(retryAfter - 2);
      await drain(context, connector);
      expect(brightspace.calls.length).toBe(before);
    }
    context.clock.advance(retryAfter);
    pauses += 1;
    expect(pauses).toBeLessThan(40);
  }
  expect(refusedTimes).toBeGreaterThan(3);
  const accounts = [...users.values()].filter(({ userName }) => space.keys.includes(userName));
  expect(accounts).toHaveLength(900);
  expect(new Set(accounts.map(({ userName }) => userName)).size).toBe(900);
  const courses = [...orgUnits.values()].filter(({ code }) => code === space.courseId);
  expect(courses).toHaveLength(1);
  const placed = [...(enrolments.get(courses[0]?.id ?? 0)?.keys() ?? [])].sort();
  expect(placed).toEqual(accounts.map(({ id }) => id).sort());
  const jobs = await readEnrolmentJobs(context, space.courseId);
  expect(jobs.filter(({ state, lastError }) => state !== 'done' || lastError !== null)).toEqual([]);
  expect(jobs).toHaveLength(900);
});
