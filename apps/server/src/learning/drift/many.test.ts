import { getDrift } from '@guichet/contract/learning/learning.drift';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { openDriftDesk, pickShown, same } from './fixtures/desk.ts';

const count = 10_000;

it('10,000 enrolments on the built-in platform are read and compared in far less than 30 seconds', async () => {
  const desk = await openDriftDesk();
  const exam = await desk.open();
  const { context } = desk.portal;
  await systemTransaction(context, async (tx) => {
    await sql`
      insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, created_at)
      select n || '@many.test', n || '@many.test', 'Zoé', 'Côté ' || n, 'cote ' || n, '', 'fr', now() from generate_series(1, ${count}::integer) n`.execute(
      tx,
    );
    await sql`
      insert into platform_enrolments (system_id, course_id, platform_user_id, user_id, wanted, state, next_try_at)
      select 3, ${exam.courseId}, 'g' || id, id, 'in', 'done', now() from users where email like '%@many.test'`.execute(
      tx,
    );
    await sql`
      insert into builtin_users (organisation, key, full_name, sort_name, email)
      select 3, 'g' || id, first_name || ' ' || last_name, '', email from users where email like '%@many.test'`.execute(
      tx,
    );
    // Every second candidate is on the course.
    await sql`
      insert into builtin_enrolments (course_id, user_id, enrolled_at)
      select c.id, u.id, now() from builtin_courses c, builtin_users u
      where c.code = ${exam.courseId} and u.email like '%@many.test' and u.id % 2 = 0`.execute(tx);
  });
  const since = performance.now();
  const drift = await exam.read();
  const seconds = (performance.now() - since) / 1000;
  expect(drift.counts).toEqual({ course: 0, missing: count / 2, changed: 0, strangers: 0 });
  expect(drift.missing).toHaveLength(200);
  expect(seconds).toBeLessThan(30);
  expect(pickShown(drift).course).toEqual(same.course);
  expect(Buffer.byteLength((await desk.admin.call(getDrift, { params: exam.params })).raw)).toBeLessThan(
    60_000,
  );
  await desk.portal.close();
});
