import { getTimeLine, planReminder } from '@guichet/contract/exams/notices.reminders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailCatcher, openMailCatcher } from '../../../../test/mailCatcher.ts';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openQueue } from '../../../core/queue/queue.service.ts';
import { startOutbox } from '../../../mail/outbox/sending/outbox.worker.ts';
import { makeAddress, openMovingDesk } from '../../places/fixtures/movingDesk.ts';
import { reminderHandler } from './reminders.worker.ts';

let catcher: MailCatcher;
let portal: TestPortal;
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
});
afterAll(async () => {
  await portal.close();
  await catcher.close();
});

const size = 3000;

it('a planned reminder reaches each of 3,000 candidates once, though its worker fails in the middle and the sender is stopped in the middle', async () => {
  const { context } = portal;
  const { admin, makeExam, mails } = await openMovingDesk(portal);
  const names = Array.from({ length: size }, (_, n) => `N${n}`);
  const { id: examId } = await makeExam('Trois mille', names);
  const change = (statement: ReturnType<typeof sql>) =>
    context.database.transact((tx) => statement.execute(tx));
  await change(sql`delete from outgoing_mails`);
  const params = { systemId: 3, examId };
  const { reply: planned } = await admin.call(planReminder, { params, body: { daysBefore: 7, hour: 9 } });
  const runReminders = () => openQueue(context, [reminderHandler(context)]).runOnce();
  expect(await runReminders()).toBeNull();
  context.clock.advance((planned.at.getTime() - context.clock.now().getTime()) / 1000);

  // The first worker is cut off when half of the mails are queued.
  await change(sql`create sequence queued_mails`);
  await change(sql`create function cut_off() returns trigger language plpgsql as $$ begin
    if nextval('queued_mails') = ${sql.lit(size / 2)} then raise exception 'cut off'; end if; return new; end $$`);
  await change(
    sql`create trigger cut_off before insert on outgoing_mails for each row execute function cut_off()`,
  );
  expect(await runReminders()).toMatchObject({ results: [{ kind: 'retry' }] });
  expect(await mails(examId)).toEqual([]);
  context.clock.advance(15);
  // Two other workers find the reminder at the same moment.
  const began = performance.now();
  const outcomes = await Promise.all([runReminders(), runReminders()]);
  const milliseconds = Math.round(performance.now() - began);
  expect(outcomes.filter((outcome) => outcome !== null)).toMatchObject([{ results: [{ kind: 'done' }] }]);
  expect(await mails(examId)).toHaveLength(size);

  const first = startOutbox(context);
  await catcher.waitFor(size / 3, 120_000);
  await first.stop();
  const early = catcher.received.length;
  expect(early).toBeLessThan(size);
  const second = startOutbox(context);
  await catcher.waitFor(size, 120_000);
  await second.stop();
  expect(catcher.received.map(({ to }) => to).sort()).toEqual(names.map(makeAddress).sort());
  expect((await mails(examId)).filter(({ state }) => state !== 'sent')).toEqual([]);

  expect(await runReminders()).toBeNull();
  const reader = await portal.as('admin', 3);
  expect((await reader.call(getTimeLine, { params })).reply).toMatchObject({
    tooSoon: size,
    reminders: [{ state: 'sent', mails: size }],
  });
  const told = `queue the reminder ${milliseconds} ms, ${early} mails before the stop`;
  console.info(`${size} candidates, ${context.database.kind}: ${told}`);
  expect(milliseconds).toBeLessThan(10_000);
}, 300_000);
