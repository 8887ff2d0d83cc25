import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { testedKind } from '../../../test/database/testDatabase.ts';
import {
  drain,
  type FakePlatform,
  isDown,
  makeCandidates,
  openFakePlatform,
  planExamSpace,
  processNextJob,
  readEnrolmentJobs,
} from '../../../test/learning.ts';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { ask } from '../../core/database/connection/prepared.ts';
import { claimStatement } from '../../core/queue/leases.queries.ts';
import {
  ConnectorError,
  makeRemark,
  Paused,
  planCourse,
  planEnrolments,
  planUnenrolments,
} from '../learning.service.ts';
import { enrolmentJobs } from './jobs.queries.ts';

let context: TestApp;
beforeAll(async () => {
  context = await openTestApp();
});
afterAll(() => context.close());
// Deletes readings left by another test.
beforeEach(() => systemTransaction(context, (tx) => tx.deleteFrom('platform_readings').execute()));

type Space = Awaited<ReturnType<typeof planExamSpace>>;
const job = (platform: FakePlatform) => processNextJob(context, platform);
const placedIn = (platform: FakePlatform, { courseId }: Space) =>
  [...(platform.placed.get(courseId) ?? [])].sort();
const statesOf = async ({ courseId }: Space) =>
  (await readEnrolmentJobs(context, courseId)).map(({ state }) => state);
const courseOf = ({ courseId }: Space) =>
  context.database.read
    .selectFrom('platform_courses')
    .selectAll()
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
const leave = ({ systemId, courseId }: Space, platformUserId = '') =>
  systemTransaction(context, (tx) =>
    planUnenrolments(tx, { systemId, courseId, platformUserIds: [platformUserId], now: context.clock.now() }),
  );
const planAgain = (space: Space) =>
  systemTransaction(context, (tx) => planEnrolments(tx, { ...space, now: context.clock.now() }));

describe('the jobs of the learning platform', () => {
  it('create the course first, then enrol its people in batches', async () => {
    const platform = openFakePlatform(2);
    const space = await planExamSpace(context, { candidates: makeCandidates(3) });
    await drain(context, platform);
    expect(platform.calls).toEqual(['ensureCourse', 'ensureUsers', 'enrol', 'ensureUsers', 'enrol']);
    expect(placedIn(platform, space)).toEqual([...space.keys].sort());
    expect(await statesOf(space)).toEqual(['done', 'done', 'done']);
    expect(await courseOf(space)).toMatchObject({ state: 'done', external_id: `x${space.courseId}` });
  });

  it('end once all is done, also when the same import is planned again', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    await drain(context, platform);
    const calls = platform.calls.length;
    expect(await drain(context, platform)).toBe(0);
    expect(platform.calls).toHaveLength(calls);
    await planAgain(space);
    await drain(context, platform);
    expect(placedIn(platform, space)).toEqual([...space.keys].sort());
    expect(await statesOf(space)).toEqual(['done', 'done']);
  });

  it('remove a candidate, and enrol them again when they are planned again', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    await drain(context, platform);
    await leave(space, space.keys[0]);
    await drain(context, platform);
    expect(placedIn(platform, space)).toEqual([space.keys[1]]);
    expect((await readEnrolmentJobs(context, space.courseId))[0]).toMatchObject({
      wanted: 'out',
      state: 'done',
    });
    await planAgain(space);
    await drain(context, platform);
    expect(placedIn(platform, space)).toEqual([...space.keys].sort());
  });

  it('fail for a person whose account has been deleted', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    await systemTransaction(context, (tx) =>
      tx
        .deleteFrom('users')
        .where('id', '=', space.userIds[0] ?? 0)
        .execute(),
    );
    const platform = openFakePlatform();
    await drain(context, platform);
    expect(placedIn(platform, space)).toEqual([space.keys[1]]);
    expect((await readEnrolmentJobs(context, space.courseId))[0]).toMatchObject({
      state: 'failed',
      lastRemark: { code: 'personDeleted' },
    });
  });
});

const noTemplate = makeRemark('noTemplate', { id: '42' });

describe('a platform that fails', () => {
  it('is called again with growing backoff while it is down, and nothing is lost', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    platform.before = () => {
      throw isDown();
    };
    for (const seconds of [10, 20, 40]) {
      expect(await job(platform)).toMatchObject({ unavailable: { afterSeconds: null } });
      expect(await courseOf(space)).toMatchObject({ state: 'waiting', last_error: 'the platform is down' });
      context.clock.advance(seconds - 1);
      expect(await job(platform)).toBeNull();
      context.clock.advance(1);
    }
    platform.before = () => {};
    await drain(context, platform);
    expect(await statesOf(space)).toEqual(['done']);
    expect(await courseOf(space)).toMatchObject({ state: 'done', last_error: null });
  });

  it('is not called before its Retry-After', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    await job(platform);
    platform.before = () => {
      throw isDown(90);
    };
    expect(await job(platform)).toMatchObject({ unavailable: { afterSeconds: 90 } });
    platform.before = () => {};
    context.clock.advance(89);
    expect(await job(platform)).toBeNull();
    expect(await statesOf(space)).toEqual(['waiting']);
    context.clock.advance(1);
    await drain(context, platform);
    expect(await statesOf(space)).toEqual(['done']);
  });

  it('is looked at every half a minute in a long maintenance, and who met it is due then', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    await job(platform);
    platform.before = () => {
      throw new Paused('sitemaintenance', 'later', 300);
    };
    expect(await job(platform)).toMatchObject({
      results: [{ kind: 'retry', afterSeconds: 30 }],
      unavailable: { afterSeconds: 300, isWatched: true },
    });
    platform.before = () => {};
    context.clock.advance(30);
    await drain(context, platform);
    expect(await statesOf(space)).toEqual(['done']);
  });

  it('goes on with other work while one course is not ready', async () => {
    const platform = openFakePlatform();
    const [slow, quick] = [await planExamSpace(context), await planExamSpace(context)];
    platform.before = () => {
      platform.before = () => {};
      throw new ConnectorError('copying', 'unready', 30);
    };
    expect(await job(platform)).toMatchObject({
      results: [{ kind: 'retry', afterSeconds: 30 }],
      unavailable: null,
    });
    await drain(context, platform);
    expect(await courseOf(slow)).toMatchObject({
      state: 'waiting',
      last_remark: { code: 'copying' },
    });
    expect(await courseOf(quick)).toMatchObject({ state: 'done' });
    context.clock.advance(30);
    await drain(context, platform);
    expect(await courseOf(slow)).toMatchObject({ state: 'done' });
  });

  it('is not called twice for a course that it refuses permanently; its people wait visibly', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    platform.before = () => {
      throw new ConnectorError(noTemplate, 'never');
    };
    expect(await job(platform)).toMatchObject({ results: [{ kind: 'failed' }], unavailable: null });
    context.clock.advance(24 * 60 * 60);
    expect(await drain(context, platform)).toBe(0);
    expect(await courseOf(space)).toMatchObject({
      state: 'failed',
      last_remark: noTemplate,
    });
    expect(await statesOf(space)).toEqual(['pending']);
    await systemTransaction(context, (tx) =>
      planCourse(tx, { ...space, title: 'Encore', examDate: '2027-02-01', now: context.clock.now() }),
    );
    platform.before = () => {};
    await drain(context, platform);
    expect(await statesOf(space)).toEqual(['done']);
    expect(await courseOf(space)).toMatchObject({ last_error: null, last_remark: null });
  });

  it('refuses one person without delaying the others', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(3) });
    const [, bad = ''] = space.keys;
    platform.refused.set(bad, 'address already taken');
    await drain(context, platform);
    expect(placedIn(platform, space)).toEqual([space.keys[0], space.keys[2]].sort());
    expect((await readEnrolmentJobs(context, space.courseId))[1]).toMatchObject({
      key: bad,
      state: 'failed',
      lastError: 'address already taken',
    });
  });

  it('loses nobody to a bug of its connector', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    await job(platform);
    platform.before = () => {
      throw new TypeError('undefined is not a function');
    };
    await job(platform);
    expect((await readEnrolmentJobs(context, space.courseId))[0]).toMatchObject({
      state: 'waiting',
      lastRemark: { code: 'unexpected' },
    });
    platform.before = () => {};
    context.clock.advance(10);
    await drain(context, platform);
    expect(await statesOf(space)).toEqual(['done']);
  });
});

describe('a job that is planned anew while a call is in flight', () => {
  it('stays due with its new content, and is not started by another worker meanwhile', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    await job(platform);
    platform.before = async (call) => {
      if (call !== 'enrol') return;
      platform.before = () => {};
      await planAgain(space);
      await leave(space, space.keys[0]);
      // Another worker finds no job: the first worker still holds the lease.
      expect(await job(openFakePlatform())).toBeNull();
    };
    await job(platform);
    expect(placedIn(platform, space)).toEqual([...space.keys].sort());
    expect(
      (await readEnrolmentJobs(context, space.courseId)).map(({ wanted, state }) => [wanted, state]),
    ).toEqual([
      ['out', 'pending'],
      ['in', 'pending'],
    ]);
    await drain(context, platform);
    expect(placedIn(platform, space)).toEqual([space.keys[1]]);
  });

  it('keeps a course due whose title changed', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context);
    const rename = (title: string) =>
      systemTransaction(context, (tx) =>
        planCourse(tx, { ...space, title, examDate: '2027-02-01', now: context.clock.now() }),
      );
    platform.before = async () => {
      platform.before = () => {};
      await rename('Nouveau titre');
    };
    await job(platform);
    expect(await courseOf(space)).toMatchObject({
      state: 'pending',
      title: 'Nouveau titre',
      external_id: `x${space.courseId}`,
    });
    await drain(context, platform);
    expect(await courseOf(space)).toMatchObject({ state: 'done' });
  });
});

describe('several workers', () => {
  it('share the jobs without doing any of them twice', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(24) });
    const platform = openFakePlatform(3);
    await job(platform);
    const seen: string[] = [];
    const enrol = platform.enrol;
    const counting = {
      ...platform,
      enrol: async (...given: Parameters<typeof enrol>) => {
        seen.push(...given[1].map(({ key }) => key));
        return enrol(...given);
      },
    };
    await Promise.all([drain(context, counting), drain(context, counting), drain(context, counting)]);
    expect(seen.sort()).toEqual([...space.keys].sort());
    expect(new Set(await statesOf(space))).toEqual(new Set(['done']));
  });

  it('take over from one that died, once its lease expired, and its late result is ignored', async () => {
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    const platform = openFakePlatform();
    await job(platform);
    const { promise: revived, resolve: revive } = Promise.withResolvers<void>();
    const dead = openFakePlatform();
    dead.before = () => revived;
    const lateJob = job(dead);
    while (dead.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await job(platform)).toBeNull();
    context.clock.advance(180);
    platform.refused.set(space.keys[0] ?? '', 'taken over');
    await drain(context, platform);
    revive();
    await lateJob;
    expect((await readEnrolmentJobs(context, space.courseId))[0]).toMatchObject({
      state: 'failed',
      attempts: 1,
      lastError: 'taken over',
    });
  });
});

describe('a clock that was wrong for a while', () => {
  const tomorrow = () => new Date(context.clock.now().getTime() + 24 * 60 * 60 * 1000);

  it.each(['course', 'people'] as const)('keeps no job of a %s waiting or leased', async (what) => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    const astray = { next_try_at: tomorrow(), leased_until: tomorrow() };
    const table = what === 'course' ? 'platform_courses' : 'platform_enrolments';
    await systemTransaction(context, (tx) =>
      tx.updateTable(table).set(astray).where('course_id', '=', space.courseId).execute(),
    );
    await drain(context, platform);
    expect(await statesOf(space)).toEqual(['done', 'done']);
    expect((await courseOf(space)).state).toBe('done');
  });

  it('does not shorten the longest regular backoff', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(1) });
    const later = new Date(context.clock.now().getTime() + 6 * 60 * 60 * 1000);
    await systemTransaction(context, (tx) =>
      tx
        .updateTable('platform_courses')
        .set({ state: 'waiting', next_try_at: later })
        .where('course_id', '=', space.courseId)
        .execute(),
    );
    expect(await drain(context, platform)).toBe(0);
  });
});

describe('after a restore', () => {
  it('nothing is sent to the platform until it is released', async () => {
    const platform = openFakePlatform();
    const space = await planExamSpace(context, { candidates: makeCandidates(2) });
    const { clock, database } = context;
    await systemTransaction(context, (tx) =>
      tx.insertInto('outgoing_holds').values({ held_at: clock.now(), backup_made_at: clock.now() }).execute(),
    );
    expect(await drain(context, platform)).toBe(0);
    await database.transact((tx) => tx.updateTable('platform_courses').set({ external_id: 'x' }).execute());
    expect(await drain(context, platform)).toBe(0);
    await systemTransaction(context, (tx) => tx.deleteFrom('outgoing_holds').execute());
    await drain(context, platform);
    expect(await statesOf(space)).toEqual(['done', 'done']);
  });
});

test.runIf(testedKind === 'postgres')(
  'due enrolments are found with the index, however many there are, and the courses of platforms that are down once, not for each',
  async () => {
    const { systemId, courseId } = await planExamSpace(context);
    const rows = await systemTransaction(context, async (tx) => {
      await sql`
      insert into platform_enrolments (system_id, course_id, platform_user_id, user_id, wanted, state, next_try_at)
      select ${systemId}, ${courseId}, concat('p', n), n, 'in', case when n < 2000 then 'pending' else 'done' end, now()
      from generate_series(1, 20000) n`.execute(tx);
      await sql`analyze platform_enrolments`.execute(tx);
      const { text } = claimStatement(enrolmentJobs);
      const now = context.clock.now();
      return ask<Record<string, string>>(tx, { text: `explain ${text}` }, [now, [], 500, 'us', now]);
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/Index Scan using platform_enrolments_due/g)).toHaveLength(2);
    expect(plan).toContain('hashed SubPlan');
  },
);
