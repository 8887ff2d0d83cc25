import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { mailRow, queueMails, untilState } from './fixtures/mails.ts';
import { people, someone, usePostRoom } from './fixtures/postRoom.ts';

const room = usePostRoom();

describe('a mail server that refuses', () => {
  test('with 4xx gets the mail again, after a wait', async () => {
    let answers = 0;
    await room.open({ recipient: () => (answers++ === 0 ? '451 4.7.1 Greylisted' : null) });
    const [id = 0] = await queueMails(room.context, [someone]);
    room.startWorker();
    await untilState(room.context, id, 'waiting');
    const row = await mailRow(room.context, id);
    expect(row).toMatchObject({ attempts: 1, leased_by: null });
    expect(row.last_error).toBe('deferred: 451 4.7.1 Greylisted');
    const waits = (row.next_try_at.getTime() - room.context.clock.now().getTime()) / 1000;
    expect(waits).toBeGreaterThanOrEqual(24);
    expect(waits).toBeLessThanOrEqual(36);
    room.context.clock.pass(36);
    room.context.notifier.notify('outbox');
    await untilState(room.context, id, 'sent');
    expect(await mailRow(room.context, id)).toMatchObject({ attempts: 2, last_error: null });
    expect(room.server.received).toHaveLength(1);
  });

  test('a recipient with 5xx gets no other try, and the others are sent over the same connection', async () => {
    await room.open({ recipient: (to) => (to.startsWith('zoe1@') ? '550 5.1.1 No such user' : null) });
    const ids = await queueMails(room.context, people(3));
    room.startWorker();
    await untilState(room.context, ids[1] as number, 'failed');
    expect((await mailRow(room.context, ids[1] as number)).last_error).toBe(
      'mailboxUnknown: 550 5.1.1 No such user',
    );
    await untilState(room.context, ids[0] as number, 'sent');
    await untilState(room.context, ids[2] as number, 'sent');
  });

  test('the content with 5xx shows why, but not the link that it quotes', async () => {
    await room.open({ content: () => '554 5.7.1 Blocked: http://x.ca/reset-password?t=abc is listed' });
    const [id = 0] = await queueMails(room.context, [someone]);
    room.startWorker();
    await untilState(room.context, id, 'failed');
    expect((await mailRow(room.context, id)).last_error).toBe(
      'contentRefused: 554 5.7.1 Blocked: «…» is listed',
    );
  });

  test('the sender with 5xx costs no recipient the mail', async () => {
    await room.open({ sender: () => '553 5.7.1 Sender rejected' });
    const [id = 0] = await queueMails(room.context, [someone]);
    room.startWorker();
    await untilState(room.context, id, 'waiting');
    expect((await mailRow(room.context, id)).last_error).toBe('senderRefused: 553 5.7.1 Sender rejected');
  });

  test('is given up after about three days', async () => {
    await room.open({ recipient: () => '451 4.3.0 Not now' });
    const [id = 0] = await queueMails(room.context, [someone]);
    const begin = room.context.clock.now().getTime();
    room.startWorker();
    for (let tries = 1; tries <= 16; tries++) {
      await untilState(room.context, id, 'waiting');
      room.context.clock.pass(8 * 3600);
      room.context.notifier.notify('outbox');
      for (let looks = 0; looks < 200 && (await mailRow(room.context, id)).attempts === tries; looks++)
        await wait(10);
    }
    await untilState(room.context, id, 'failed');
    expect(await mailRow(room.context, id)).toMatchObject({ attempts: 17 });
    expect(room.context.clock.now().getTime() - begin).toBeGreaterThan(2.5 * 86_400_000);
  });
});
