import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startMailServer } from './fixtures/mailServer.ts';
import { mailRow, queueMails, untilState } from './fixtures/mails.ts';
import { people, someone, useOutboxTestbed } from './fixtures/outboxTestbed.ts';
import { cancelMails } from './outbox.service.ts';

const testbed = useOutboxTestbed();

/** The same call that `exams` makes when an exam is cancelled. */
const cancelExam = (examId: number) =>
  testbed.context.database.transact((tx) =>
    cancelMails(tx, { systemId: 3, examId }, { alsoHeld: true, why: { reason: 'cancelledExam' } }),
  );

describe('a cancelled exam', () => {
  test('cancels its mails: those queued, those delayed, and those that a worker has leased', async () => {
    await testbed.open({ thinkMs: 300 });
    const ids = await queueMails(testbed.context, people(40), {}, 77);
    testbed.startWorker();
    await testbed.server.waitFor(1);
    const held = await testbed.context.database.read
      .selectFrom('outgoing_mails')
      .select('id')
      .where('state', '=', 'sending')
      .execute();
    expect(held.length).toBeGreaterThan(20);
    // Nobody knows yet which of those that are leased have left.
    expect((await cancelExam(77)).mailsUnderWay).toBeGreaterThan(20);
    testbed.context.clock.advance(2);
    const [other = 0] = await queueMails(testbed.context, [someone]);
    await untilState(testbed.context, other, 'sent');
    const readRows = () => Promise.all(ids.map((id) => mailRow(testbed.context, id)));
    const countLeft = async () => (await readRows()).filter(({ state }) => state === 'sent').length;
    // The mail that was being transmitted at that moment was sent, and soon the outbox says so.
    await expect.poll(async () => testbed.server.received.length - (await countLeft())).toBe(1);
    const rows = await readRows();
    const left = await countLeft();
    expect(left).toBeLessThan(20);
    expect(rows.filter(({ state }) => state === 'cancelled')).toHaveLength(40 - left);
  });
});

describe('an unreachable mail server', () => {
  test('costs no mail an attempt, and gets all mails when it is back', async () => {
    await testbed.open();
    const { port } = testbed.server;
    await testbed.server.stop();
    const ids = await queueMails(testbed.context, people(60));
    testbed.startWorker();
    await wait(300);
    const { rows } = await sql<{ state: string; attempts: number; n: number }>`
      select state, attempts, count(*) as n from outgoing_mails group by state, attempts`.execute(
      testbed.context.database.read,
    );
    expect(rows).toEqual([{ state: 'queued', attempts: 0, n: 60 }]);
    testbed.server = await startMailServer({}, port);
    await testbed.server.waitFor(60);
    await untilState(testbed.context, ids.at(-1) as number, 'sent');
    expect(testbed.server.received).toHaveLength(60);
  });

  test('that fails in the middle of sending gets the remaining mails when it is back', async () => {
    await testbed.open({ thinkMs: 5 });
    const { port } = testbed.server;
    const ids = await queueMails(testbed.context, people(100));
    testbed.startWorker();
    await testbed.server.waitFor(30);
    const before = testbed.server.received;
    await testbed.server.stop();
    await wait(200);
    testbed.server = await startMailServer({}, port);
    // The mail that was being transmitted during the failure waits half a minute.
    await wait(300);
    testbed.context.clock.advance(40);
    testbed.context.notifier.notify('outbox');
    for (const id of ids) await untilState(testbed.context, id, 'sent');
    const all = [...before, ...testbed.server.received];
    expect(new Set(all.map(({ to }) => to)).size).toBe(100);
    expect(all.length).toBeLessThanOrEqual(105);
    expect(new Set(all.map(({ mail }) => mail.messageId)).size).toBe(100);
  });

  test('is shown in the queue as the reason', async () => {
    await testbed.open();
    testbed.startWorker();
    await wait(200);
    await testbed.server.stop();
    const [id = 0] = await queueMails(testbed.context, [someone]);
    for (let looks = 0; looks < 1000 && !(await mailRow(testbed.context, id)).last_error; looks++)
      await wait(10);
    const row = await mailRow(testbed.context, id);
    expect(row).toMatchObject({ state: 'queued', attempts: 0, leased_by: null });
    expect(row.last_error).toMatch(/^serverUnreachable: /);
  });

  test('that refuses the password refuses it for all mails', async () => {
    await testbed.open({ user: { name: 'a', password: 'b' } });
    testbed.sendTo(testbed.server.url.replace('//', '//a:wrong@'));
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await wait(300);
    expect(await mailRow(testbed.context, id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(testbed.server.received).toHaveLength(0);
  });

  test('that closes the connection after accepting a mail gets only that one twice, with one Message-ID', async () => {
    let drops = 0;
    await testbed.open({ content: (to) => (to.startsWith('zoe3@') && drops++ === 0 ? 'drop' : null) });
    const ids = await queueMails(testbed.context, people(10));
    testbed.startWorker();
    await untilState(testbed.context, ids[3] as number, 'waiting');
    expect((await mailRow(testbed.context, ids[3] as number)).last_error).toContain('connectionLost');
    for (const id of ids.toSpliced(3, 1)) await untilState(testbed.context, id, 'sent');
    testbed.context.clock.advance(40);
    testbed.context.notifier.notify('outbox');
    await untilState(testbed.context, ids[3] as number, 'sent');
    expect(testbed.server.received).toHaveLength(11);
    const doubled = testbed.server.received.filter(({ to }) => to.startsWith('zoe3@'));
    expect(doubled.map(({ raw }) => raw.toString()).at(0)).toBe(doubled.at(1)?.raw.toString());
  });

  test('that accepts one mail per connection gets each over its own, and none costs an attempt', async () => {
    await testbed.open({
      sender: (_address, before) => (before > 0 ? '421 4.7.0 One mail per connection' : null),
    });
    const ids = await queueMails(testbed.context, people(20));
    testbed.startWorker();
    for (const id of ids) await untilState(testbed.context, id, 'sent');
    const { rows } = await sql<{ most: number }>`select max(attempts) as most from outgoing_mails`.execute(
      testbed.context.database.read,
    );
    expect(rows[0]?.most).toBe(1);
    expect(testbed.server.received).toHaveLength(20);
  });

  test('that closes idle connections is reached over a new one', async () => {
    await testbed.open();
    testbed.startWorker();
    await queueMails(testbed.context, [someone]);
    await testbed.server.waitFor(1);
    const { port } = testbed.server;
    await testbed.server.stop();
    testbed.server = await startMailServer({}, port);
    const [id = 0] = await queueMails(testbed.context, [someone]);
    await untilState(testbed.context, id, 'sent');
    expect(await mailRow(testbed.context, id)).toMatchObject({ attempts: 1 });
  });
});
