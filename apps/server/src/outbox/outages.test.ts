import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startMailServer } from './fixtures/mailServer.ts';
import { mailRow, queueMails, untilState } from './fixtures/mails.ts';
import { people, someone, usePostRoom } from './fixtures/postRoom.ts';
import { cancelCohortMails } from './outbox.service.ts';

const room = usePostRoom();

/** What the cohorts do when an exam is cancelled. */
const cancelExam = (cohortId: number) =>
  room.context.database.transact((tx) => cancelCohortMails(tx, { systemId: 3, cohortId }));

describe('an exam that is cancelled', () => {
  test('keeps its mails at home: those queued, those put off, and those that a worker has taken already', async () => {
    await room.open({ thinkMs: 300 });
    const ids = await queueMails(room.context, people(40), {}, 77);
    room.startWorker();
    await room.server.waitFor(1);
    const held = await room.context.database.read
      .selectFrom('outgoing_mails')
      .select('id')
      .where('state', '=', 'sending')
      .execute();
    expect(held.length).toBeGreaterThan(20);
    expect(await cancelExam(77)).toBeGreaterThan(20);
    room.context.clock.pass(2);
    const [other = 0] = await queueMails(room.context, [someone]);
    await untilState(room.context, other, 'sent');
    const rows = await Promise.all(ids.map((id) => mailRow(room.context, id)));
    const left = rows.filter(({ state }) => state === 'sent').length;
    // What was on the line in that very moment has left, and the outbox says so.
    expect(room.server.received).toHaveLength(left + 1);
    expect(left).toBeLessThan(20);
    expect(rows.filter(({ state }) => state === 'cancelled')).toHaveLength(40 - left);
  });
});

describe('a mail server that is away', () => {
  test('costs no mail a try, and gets them all when it is back', async () => {
    await room.open();
    const { port } = room.server;
    await room.server.stop();
    const ids = await queueMails(room.context, people(60));
    room.startWorker();
    await wait(300);
    const { rows } = await sql<{ state: string; attempts: number; n: number }>`
      select state, attempts, count(*) as n from outgoing_mails group by state, attempts`.execute(
      room.context.database.read,
    );
    expect(rows).toEqual([{ state: 'queued', attempts: 0, n: 60 }]);
    room.server = await startMailServer({}, port);
    await room.server.waitFor(60);
    await untilState(room.context, ids.at(-1) as number, 'sent');
    expect(room.server.received).toHaveLength(60);
  });

  test('in the middle of sending takes up again where it broke off', async () => {
    await room.open({ thinkMs: 5 });
    const { port } = room.server;
    const ids = await queueMails(room.context, people(100));
    room.startWorker();
    await room.server.waitFor(30);
    const before = room.server.received;
    await room.server.stop();
    await wait(200);
    room.server = await startMailServer({}, port);
    // What was on the line when it died waits half a minute.
    await wait(300);
    room.context.clock.pass(40);
    room.context.notifier.notify('outbox');
    for (const id of ids) await untilState(room.context, id, 'sent');
    const all = [...before, ...room.server.received];
    expect(new Set(all.map(({ to }) => to)).size).toBe(100);
    expect(all.length).toBeLessThanOrEqual(105);
    expect(new Set(all.map(({ mail }) => mail.messageId)).size).toBe(100);
  });

  test('and goes away meanwhile is named in the queue as the reason', async () => {
    await room.open();
    room.startWorker();
    await wait(200);
    await room.server.stop();
    const [id = 0] = await queueMails(room.context, [someone]);
    for (let looks = 0; looks < 200 && !(await mailRow(room.context, id)).last_error; looks++) await wait(10);
    const row = await mailRow(room.context, id);
    expect(row).toMatchObject({ state: 'queued', attempts: 0, leased_by: null });
    expect(row.last_error).toMatch(/^serverUnreachable: /);
  });

  test('for who names a wrong password is so for all mails', async () => {
    await room.open({ user: { name: 'a', password: 'b' } });
    room.sendTo(room.server.url.replace('//', '//a:wrong@'));
    const [id = 0] = await queueMails(room.context, [someone]);
    room.startWorker();
    await wait(300);
    expect(await mailRow(room.context, id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(room.server.received).toHaveLength(0);
  });

  test('that breaks the connection after taking a mail gets only that one twice, with one Message-ID', async () => {
    let drops = 0;
    await room.open({ content: (to) => (to.startsWith('zoe3@') && drops++ === 0 ? 'drop' : null) });
    const ids = await queueMails(room.context, people(10));
    room.startWorker();
    await untilState(room.context, ids[3] as number, 'waiting');
    expect((await mailRow(room.context, ids[3] as number)).last_error).toContain('connectionLost');
    for (const id of ids.toSpliced(3, 1)) await untilState(room.context, id, 'sent');
    room.context.clock.pass(40);
    room.context.notifier.notify('outbox');
    await untilState(room.context, ids[3] as number, 'sent');
    expect(room.server.received).toHaveLength(11);
    const doubled = room.server.received.filter(({ to }) => to.startsWith('zoe3@'));
    expect(doubled.map(({ raw }) => raw.toString()).at(0)).toBe(doubled.at(1)?.raw.toString());
  });

  test('that takes one mail per connection gets each over its own, and none costs a try', async () => {
    await room.open({
      sender: (_address, before) => (before > 0 ? '421 4.7.0 One mail per connection' : null),
    });
    const ids = await queueMails(room.context, people(20));
    room.startWorker();
    for (const id of ids) await untilState(room.context, id, 'sent');
    const { rows } = await sql<{ most: number }>`select max(attempts) as most from outgoing_mails`.execute(
      room.context.database.read,
    );
    expect(rows[0]?.most).toBe(1);
    expect(room.server.received).toHaveLength(20);
  });

  test('that ends idle connections is reached over a new one', async () => {
    await room.open();
    room.startWorker();
    await queueMails(room.context, [someone]);
    await room.server.waitFor(1);
    const { port } = room.server;
    await room.server.stop();
    room.server = await startMailServer({}, port);
    const [id = 0] = await queueMails(room.context, [someone]);
    await untilState(room.context, id, 'sent');
    expect(await mailRow(room.context, id)).toMatchObject({ attempts: 1 });
  });
});
