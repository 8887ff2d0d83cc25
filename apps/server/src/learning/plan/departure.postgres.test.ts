import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCandidates, planExamSpace } from '../../../test/learning.ts';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { planDeparture, planEnrolments, toPlatformUserId } from '../learning.service.ts';

let context: TestApp;
beforeAll(async () => {
  context = await openTestApp();
});
afterAll(() => context.close());

it.each(['platform_enrolments', 'platform_extra_times'] as const)(
  'a departure locks rows of %s in the order of their key, as the settlement of jobs does',
  async (table) => {
    const { clock } = context;
    const last = await planExamSpace(context, { systemId: 3, candidates: makeCandidates(1) });
    const first = await planExamSpace(context, { systemId: 1 });
    const [userId = 0] = last.userIds;
    const key = toPlatformUserId(userId);
    await systemTransaction(context, async (tx) => {
      await sql`
        insert into enrolments (system_id, exam_id, user_id, learning_platform_id, import_id, enrolled_at)
        values (1, ${first.examId}, ${userId}, ${key}, ${first.importId}, now())`.execute(tx);
      await planEnrolments(tx, { ...first, now: clock.now() });
      for (const { systemId, courseId } of [last, first])
        await sql`
          insert into platform_extra_times (system_id, course_id, platform_user_id, state, next_try_at)
          values (${systemId}, ${courseId}, ${key}, 'pending', now())`.execute(tx);
    });
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const settlement = systemTransaction(context, async (tx) => {
      const lock = (systemId: number) =>
        sql`select from ${sql.table(table)} where system_id = ${systemId} and platform_user_id = ${key} for update`.execute(
          tx,
        );
      await lock(1);
      hold();
      // The departure waits for the row of the first system meanwhile.
      await wait(500);
      await lock(3);
    });
    await isHeld;
    const departure = systemTransaction(context, (tx) => planDeparture(tx, userId, clock.now()));
    const ends = await Promise.allSettled([settlement, departure]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  },
);
