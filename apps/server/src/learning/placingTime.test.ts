import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  drain,
  makeCandidates,
  openFakePlatform,
  planExamSpace,
  processNextJob,
  readEnrolmentJobs,
} from '../../test/learning.ts';
import { addTemplate, settingsOf } from '../../test/moodle/moodleConnector.ts';
import { openMoodleServer } from '../../test/moodle/moodleServer.ts';
import { openTestApp, type TestApp } from '../../test/testApp.ts';
import { openConnector } from './learning.service.ts';

let context: TestApp;
afterEach(async () => {
  vi.restoreAllMocks();
  await context.close();
});

/** A clock for the time limits of calls, advanced only by the test. */
let advance: (seconds: number) => void;
beforeEach(() => {
  let now = 0;
  let limits: { readonly at: number; readonly end: AbortController }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const end = new AbortController();
    limits.push({ at: now + milliseconds, end });
    return end.signal;
  });
  advance = (seconds) => {
    now += seconds * 1000;
    for (const { at, end } of limits) if (at <= now) end.abort();
    limits = limits.filter(({ at }) => at > now);
  };
});

describe('the time that a batch of enrolments has', () => {
  it('is enough for one that Moodle refuses wholly, whom it has to be asked about one by one', async () => {
    const moodle = await openMoodleServer();
    addTemplate(moodle);
    context = await openTestApp(settingsOf(moodle));
    const candidates = makeCandidates(100).map((person) => ({ ...person, firstName: ' ' }));
    const space = await planExamSpace(context, { candidates });
    let seconds = 0;
    moodle.before = () => {
      seconds += 0.3;
      advance(0.3);
    };
    await drain(context, openConnector(context));
    const jobs = await readEnrolmentJobs(context, space.courseId);
    expect(new Set(jobs.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['failed 1']));
    // Far longer than the limit of a minute for any other call.
    expect(seconds).toBeGreaterThan(200);
    await moodle.close();
  });

  it('ends after 300 seconds: the batch waits, and is tried again', async () => {
    context = await openTestApp();
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    await processNextJob(context, platform);
    platform.before = () => new Promise(() => {});
    const job = processNextJob(context, platform);
    await vi.waitFor(() => expect(platform.calls).toContain('ensureUsers'), 5000);
    let hasEnded = false;
    void job.then(() => {
      hasEnded = true;
    });
    advance(299);
    await setTimeout(100);
    expect(hasEnded).toBe(false);
    advance(1);
    expect(await job).toMatchObject({ unavailable: { reason: 'The site gave no answer within 300 s.' } });
    expect(await readEnrolmentJobs(context, space.courseId)).toMatchObject([
      { state: 'waiting', attempts: 1, lastError: 'The site gave no answer within 300 s.' },
      { state: 'waiting', attempts: 1, lastError: 'The site gave no answer within 300 s.' },
    ]);
    platform.before = () => {};
    context.clock.advance(11);
    await drain(context, platform);
    expect((await readEnrolmentJobs(context, space.courseId)).map(({ state }) => state)).toEqual([
      'done',
      'done',
    ]);
  });
});
