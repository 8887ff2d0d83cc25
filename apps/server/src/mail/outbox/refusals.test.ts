import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { longTest } from '../../../test/longTest.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { mailRow, queueMails, untilState } from './fixtures/mails.ts';
import { people, someone, useOutboxTestbed } from './fixtures/outboxTestbed.ts';
import { findRefused } from './outbox.service.ts';

const testbed = useOutboxTestbed();

describe('a mail server that refuses', () => {
  test('with 4xx gets the mail again, after a backoff', async () => {
    let answers = 0;
    await testbed.open({ recipient: () => (answers++ === 0 ? '451 4.7.1 Greylisted' : null) });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await untilState(testbed.context, id, 'waiting');
    const row = await mailRow(testbed.context, id);
    expect(row).toMatchObject({ attempts: 1, leased_by: null });
    expect(row.last_error).toBe('greylisted: 451 4.7.1 Greylisted');
    const waits = (row.next_try_at.getTime() - testbed.context.clock.now().getTime()) / 1000;
    expect(waits).toBeGreaterThanOrEqual(24);
    expect(waits).toBeLessThanOrEqual(36);
    testbed.context.clock.advance(36);
    testbed.context.notifier.notify('outbox');
    await untilState(testbed.context, id, 'sent');
    // Why it was late stays with the mail.
    expect(await mailRow(testbed.context, id)).toMatchObject({ attempts: 2, last_error: row.last_error });
    expect(testbed.server.received).toHaveLength(1);
  });

  test('and takes other mails meanwhile is not waited for as long, and gives no mail up earlier', async () => {
    let isBusy = true;
    await testbed.open({ recipient: (to) => (isBusy && to === someone.email ? '451 4.3.0 Not now' : null) });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    const waits = async () =>
      ((await mailRow(testbed.context, id)).next_try_at.getTime() - testbed.context.clock.now().getTime()) /
      1000;
    testbed.startWorker();
    for (const tries of [1, 2, 3]) {
      if (tries > 1) testbed.context.clock.advance(150);
      while ((await mailRow(testbed.context, id)).attempts < tries) {
        testbed.context.notifier.notify('outbox');
        await wait(20);
      }
    }
    expect(await waits()).toBeGreaterThanOrEqual(480);
    isBusy = false;
    const [other = 0] = await queueMails(testbed.context, [{ email: 'lea@etu.example.ca' }]);
    await untilState(testbed.context, other, 'sent');
    while ((await waits()) >= 480) await wait(10);
    expect(await waits()).toBe(75);
    expect(await mailRow(testbed.context, id)).toMatchObject({ state: 'waiting', attempts: 2 });
    testbed.context.clock.advance(75);
    testbed.context.notifier.notify('outbox');
    await untilState(testbed.context, id, 'sent');
  });

  test('because of a limit is not hurried by the mails that it takes', async () => {
    await testbed.open({
      recipient: (to) => (to === someone.email ? '451 4.7.1 Rate limit, too many mails' : null),
    });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await untilState(testbed.context, id, 'waiting');
    const { next_try_at } = await mailRow(testbed.context, id);
    const [other = 0] = await queueMails(testbed.context, [{ email: 'lea@etu.example.ca' }]);
    await untilState(testbed.context, other, 'sent');
    expect(await mailRow(testbed.context, id)).toMatchObject({ next_try_at, attempts: 1 });
  });

  test('the sender with 5xx at the recipient makes the mail wait', async () => {
    await testbed.open({ recipient: () => '554 5.7.1 Relay access denied' });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await untilState(testbed.context, id, 'waiting');
    expect((await mailRow(testbed.context, id)).last_error).toBe(
      'senderRefused: 554 5.7.1 Relay access denied',
    );
  });

  test('the portal is logged once for a cause, and counted', async () => {
    let answer = '550 Relaying denied';
    await testbed.open({ recipient: () => answer });
    const logged = vi.spyOn(testbed.context.log, 'warn');
    const refusals = () =>
      logged.mock.calls.filter(([, text]) => String(text).includes('because of the portal'));
    const ids = await queueMails(testbed.context, people(3));
    testbed.startWorker();
    for (const id of ids) await untilState(testbed.context, id, 'waiting');
    const about = 'outbox: mails are refused because of the portal';
    expect(refusals()).toEqual([[{ reason: 'senderRefused: 550 Relaying denied' }, about]]);
    expect(await findRefused(testbed.context)).toMatchObject({
      mails: 3,
      lastError: 'senderRefused: 550 Relaying denied',
    });
    await systemTransaction(testbed.context, (tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sending' })
        .where('id', '=', ids[0] as number)
        .execute(),
    );
    // A mail that is tried again at the moment counts still.
    expect(await findRefused(testbed.context)).toMatchObject({ mails: 3 });
    answer = '550 5.7.25 Reverse DNS validation failed';
    const [other = 0] = await queueMails(testbed.context, [someone]);
    await untilState(testbed.context, other, 'waiting');
    expect(refusals()).toHaveLength(2);
    logged.mockRestore();
  });

  test('a recipient with 5xx gets no second attempt, and the others are sent over the same connection', async () => {
    await testbed.open({ recipient: (to) => (to.startsWith('zoe1@') ? '550 5.1.1 No such user' : null) });
    const ids = await queueMails(testbed.context, people(3));
    testbed.startWorker();
    await untilState(testbed.context, ids[1] as number, 'failed');
    expect((await mailRow(testbed.context, ids[1] as number)).last_error).toBe(
      'mailboxUnknown: 550 5.1.1 No such user',
    );
    await untilState(testbed.context, ids[0] as number, 'sent');
    await untilState(testbed.context, ids[2] as number, 'sent');
  });

  test('the content with 5xx is shown with the reason, without the link that it quotes', async () => {
    await testbed.open({ content: () => '554 5.7.1 Blocked: http://x.ca/reset-password?t=abc is listed' });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await untilState(testbed.context, id, 'failed');
    expect((await mailRow(testbed.context, id)).last_error).toBe(
      'contentRefused: 554 5.7.1 Blocked: «…» is listed',
    );
  });

  test('the sender with 5xx fails no mail', async () => {
    await testbed.open({ sender: () => '553 5.7.1 Sender rejected' });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await untilState(testbed.context, id, 'waiting');
    expect((await mailRow(testbed.context, id)).last_error).toBe('senderRefused: 553 5.7.1 Sender rejected');
  });

  longTest('is given up after about three days', async () => {
    await testbed.open({ recipient: () => '451 4.3.0 Not now' });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    const begin = testbed.context.clock.now().getTime();
    testbed.startWorker();
    for (let tries = 1; tries <= 16; tries++) {
      await untilState(testbed.context, id, 'waiting');
      testbed.context.clock.advance(8 * 3600);
      testbed.context.notifier.notify('outbox');
      for (let looks = 0; looks < 200 && (await mailRow(testbed.context, id)).attempts === tries; looks++)
        await wait(10);
    }
    await untilState(testbed.context, id, 'failed');
    expect(await mailRow(testbed.context, id)).toMatchObject({ attempts: 17 });
    expect(testbed.context.clock.now().getTime() - begin).toBeGreaterThan(2.5 * 86_400_000);
  });
});

describe('an address that few programs know', () => {
  test.each([
    ['a quoted name', '"zoe cote"@etu.example.ca', '"zoe cote"@etu.example.ca'],
    ['letters of another alphabet in its domain', 'zoe@université.ca', 'zoe@xn--universit-j4a.ca'],
    ['signs beyond letters', "o'brien+r&d@etu.example.ca", "o'brien+r&d@etu.example.ca"],
  ])('with %s stands as RFC 5321 writes it, on the wire and in the mail', async (_what, email, written) => {
    await testbed.open();
    const wire = await listenRaw();
    testbed.sendTo(wire.url);
    const [id = 0] = await queueMails(testbed.context, [{ email }]);
    testbed.startWorker();
    await untilState(testbed.context, id, 'sent');
    await testbed.stopWorkers();
    await wire.stop();
    const lines = wire.lines();
    expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:<${written}>`]);
    expect(lines.find((line) => line.startsWith('To:'))).toContain(`<${written}>`);
  });
});

/** A mail server that knows no extension, takes everything, and keeps what came over the wire as it came. */
async function listenRaw() {
  let heard = '';
  let isMail = false;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 loopback\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      heard += text;
      if (isMail && !heard.endsWith('\r\n.\r\n')) return;
      const isBegun = text.startsWith('DATA');
      socket.write(isBegun ? '354 go on\r\n' : '250 ok\r\n');
      isMail = isBegun;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    lines: () => heard.split('\r\n'),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
