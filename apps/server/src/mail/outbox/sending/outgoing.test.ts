import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findOutgoingStatus, releaseOutgoing } from '@guichet/contract/mail/outbox.status';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { openNotifier } from '../../../core/runtime/notifier.ts';
import { machineGrant } from '../../../identity/access/access.service.ts';
import { startMailServer } from '../fixtures/mailServer.ts';
import { mailRow, queueMails, untilState } from '../fixtures/mails.ts';
import { people, someone, useOutboxTestbed } from '../fixtures/outboxTestbed.ts';
import { startOutbox } from './outbox.worker.ts';
import { findHeldMails, releaseOutgoing as release, findOutgoingStatus as statusOf } from './outgoing.ts';
import { waitForOutcome } from './waitForOutcome.ts';

const testbed = useOutboxTestbed();

const hold = ({ database, clock }: typeof testbed.context) =>
  database.transact((tx) =>
    tx.insertInto('outgoing_holds').values({ held_at: clock.now(), backup_made_at: clock.now() }).execute(),
  );
const trouble = async () => (await statusOf(testbed.context, 'en')).trouble;

async function untilTrouble(isThere: boolean, milliseconds: number) {
  const started = performance.now();
  while (((await trouble()) !== null) !== isThere) {
    if (performance.now() - started > milliseconds) throw new Error(`trouble is not ${isThere}`);
    await wait(20);
  }
  return trouble();
}

afterEach(async () => {
  await testbed.stopWorkers();
  await testbed.context.database.transact((tx) => tx.deleteFrom('destination_outages').execute());
});

describe('after a restore', () => {
  let portal: TestPortal;
  let superAdmin: Caller;
  beforeAll(async () => {
    portal = await openTestPortal();
    superAdmin = await portal.superAdmin();
  });
  afterAll(() => portal.close());

  test('no mail is sent, by any process, after any number of starts, until a release', async () => {
    await testbed.open();
    await hold(testbed.context);
    const [id = 0] = await queueMails(testbed.context, people(3));
    const [urgent = 0] = await queueMails(testbed.context, [{ ...someone, urgent: true }]);
    // Queued by a clock that was ahead: the hold alone keeps the mail back.
    const ahead = new Date(testbed.context.clock.now().getTime() + 2 * 60 * 60 * 1000);
    await testbed.context.database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ next_try_at: ahead }).where('id', '=', id).execute(),
    );
    for (let start = 0; start < 2; start += 1) {
      testbed.startWorker();
      testbed.context.notifier.notify('outbox');
      await wait(300);
      await testbed.stopWorkers();
    }
    expect(testbed.server.received).toEqual([]);
    expect([await mailRow(testbed.context, id), await mailRow(testbed.context, urgent)]).toEqual([
      expect.objectContaining({ state: 'queued', attempts: 0 }),
      expect.objectContaining({ state: 'queued', attempts: 0 }),
    ]);
    const { key } = await mailRow(testbed.context, urgent);
    expect(await waitForOutcome(testbed.context, key, 'fr', 0)).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('restauration'),
    });
    testbed.startWorker();
    await wait(100);
    // A release wakes the workers, which would otherwise poll only after seconds.
    const woken = vi.spyOn(testbed.context.notifier, 'notify');
    expect(await release(testbed.context, machineGrant('test'))).toBe(4);
    expect(woken.mock.calls.filter(([topic]) => topic === 'outbox')).toHaveLength(1);
    await testbed.server.waitFor(4);
    expect(testbed.server.received).toHaveLength(4);
  });

  test('several processes hold; one of them releases, once, and each mail is sent once by the others', async () => {
    await testbed.open();
    await hold(testbed.context);
    await queueMails(testbed.context, people(30));
    const others = [1, 2].map(() => ({ ...testbed.context, notifier: openNotifier() }));
    const workers = others.map((context) => startOutbox(context, 20));
    await wait(300);
    expect(testbed.server.received).toEqual([]);
    const releases = [1, 2].map(() => release(testbed.context, machineGrant('test')));
    expect((await Promise.all(releases)).toSorted()).toEqual([30, null]);
    // Nothing notifies the other workers; they poll every ten seconds, and here at once.
    for (const { notifier } of others) notifier.notify('outbox');
    await testbed.server.waitFor(30);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(new Set(testbed.server.received.map(({ to }) => String(to))).size).toBe(30);
    expect(testbed.server.received).toHaveLength(30);
  });

  test('administrators read that everything is held, a super admin releases it once, and it is audited', async () => {
    await hold(portal.context);
    await queueMails(portal.context, people(2));
    portal.context.clock.advance(1);
    await queueMails(portal.context, [someone]);
    expect(await findHeldMails(portal.context.database.read)).toMatchObject({ before: 2, since: 1 });
    const support = await portal.as('support', 3);
    expect((await support.call(findOutgoingStatus)).reply).toMatchObject({
      held: { mails: 3 },
      trouble: null,
      isFiled: true,
    });
    expect((await (await portal.as('admin', 3)).call(releaseOutgoing)).status).toBe(403);
    expect((await superAdmin.call(releaseOutgoing)).reply).toBe(3);
    expect((await superAdmin.call(releaseOutgoing)).reply).toBeNull();
    expect((await support.call(findOutgoingStatus)).reply.held).toBeNull();
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['detail', 'system_id'])
      .where('action', '=', 'outgoing.released')
      .execute();
    expect(lines).toEqual([{ detail: { mails: 3 }, system_id: null }]);
  });
});

describe('a problem of the mail server', () => {
  test('is shown at once where it is down, since its beginning, and ends with the first success', async () => {
    await testbed.open();
    const { port } = testbed.server;
    await testbed.server.stop();
    const [id = 0] = await queueMails(testbed.context, people(3));
    testbed.startWorker();
    const first = await untilTrouble(true, 1500);
    expect(first?.reason).toMatch(/^The mail server is not responding/);
    expect(first?.mails).toBe(3);
    testbed.context.clock.advance(60);
    await wait(300);
    expect((await trouble())?.since).toEqual(first?.since);
    testbed.server = await startMailServer({}, port);
    await untilState(testbed.context, id, 'sent');
    await untilTrouble(false, 1000);
  });

  test('is shown where it accepts connections and never answers', async () => {
    await testbed.open();
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    testbed.sendTo(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    // The limit is 15 seconds; each lasts 20 ms here.
    expect((await untilTrouble(true, 2000))?.reason).toMatch(/accepts the connection but is slow to respond/);
    await testbed.stopWorkers();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('is shown while a mail takes longer than people wait, and ends when it is accepted', async () => {
    await testbed.open({ thinkMs: 700 });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    expect((await untilTrouble(true, 2000))?.reason).toMatch(/slow to respond/);
    await untilState(testbed.context, id, 'sent');
    await untilTrouble(false, 1000);
  });

  test('is shown where mail after mail is deferred', async () => {
    await testbed.open({ recipient: () => '451 4.3.1 Disk full' });
    await queueMails(testbed.context, people(60));
    testbed.startWorker();
    const told = async () => (await trouble())?.reason ?? '';
    await expect.poll(told, { timeout: 5000 }).toMatch(/try again later\. \(451 4\.3\.1 Disk full\)$/);
  });

  test('is ignored where the process that reported it is gone', async () => {
    await testbed.open();
    await testbed.context.database.transact((tx) =>
      tx
        .insertInto('destination_outages')
        .values({
          since: testbed.context.clock.now(),
          seen_at: testbed.context.clock.now(),
          destination: 'mailServer',
          reason: 'serverUnreachable',
        })
        .execute(),
    );
    expect(await trouble()).not.toBeNull();
    testbed.context.clock.advance(36 * 60);
    expect(await trouble()).toBeNull();
  });
});
