import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { compare, dump, undoDesk } from '../fixtures/undoTestbed.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const change = (statement: ReturnType<typeof sql>) =>
  systemTransaction(portal.context, (tx) => statement.execute(tx));

/** Waits for a connection that sleeps in the database and cuts it, as the end of its process would. */
async function cutSleeper(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isCut: boolean }>`
      select pg_terminate_backend(pid) as "isCut" from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`.execute(portal.context.database.read);
    if (rows.length > 0) return;
  }
}

it('an undo that is cut off before its commit has changed nothing, and can be asked for again', async () => {
  const desk = undoDesk(await portal.as('admin', 3));
  const exam = await desk.makeExam('Coupure', '2027-02-01');
  const importId = await desk.importList(exam.courseId, ['Coupe1', 'Coupe2']);
  const { fingerprint } = await desk.look(importId);
  await change(
    sql`create function fall_asleep() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`,
  );
  await change(sql`
    create trigger fall_asleep before update on imports for each row when (new.undone_at is not null)
    execute function fall_asleep()`);
  const before = await dump(portal.context.database.read);
  const [answer] = await Promise.all([desk.undo(importId, fingerprint), cutSleeper()]);
  expect(answer.status).toBeGreaterThanOrEqual(500);
  await change(sql`drop trigger fall_asleep on imports`);
  expect(compare(before, await dump(portal.context.database.read))).toEqual({});
  expect((await desk.undo(importId, fingerprint)).reply).toMatchObject({ outcome: 'undone' });
});
