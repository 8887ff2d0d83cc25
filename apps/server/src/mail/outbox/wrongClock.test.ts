import { retryMail } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testedKind } from '../../../test/database/testDatabase.ts';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { ask } from '../../core/database/connection/prepared.ts';
import { claimJobs, claimStatement } from '../../core/queue/leases.queries.ts';
import { mailRow, queueMails } from './fixtures/mails.ts';
import { people, useOutboxTestbed } from './fixtures/outboxTestbed.ts';
import { mailJobs } from './sending/mailJobs.queries.ts';

const testbed = useOutboxTestbed();
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

type Row = { state: 'queued' | 'waiting' | 'sending'; tryIn: number; leasedFor: number | null };

/** Queues a mail in the state that a wrong clock leaves behind; times in seconds from now. */
async function leave(context: typeof testbed.context, { state, tryIn, leasedFor }: Row): Promise<number> {
  const [id = 0] = await queueMails(context, people(1));
  const at = (seconds: number) => new Date(context.clock.now().getTime() + seconds * 1000);
  const lease = {
    leased_until: leasedFor === null ? null : at(leasedFor),
    leased_by: leasedFor === null ? null : 'x',
  };
  await context.database.transact((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state, next_try_at: at(tryIn), attempts: state === 'waiting' ? 1 : 0, ...lease })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

describe('a clock that was wrong for a while', () => {
  test.each<[string, Row, boolean]>([
    ['put off until tomorrow leaves', { state: 'waiting', tryIn: day, leasedFor: null }, true],
    ['queued tomorrow leaves', { state: 'queued', tryIn: day, leasedFor: null }, true],
    ['queued in two hours leaves', { state: 'queued', tryIn: 2 * hour, leasedFor: null }, true],
    ['leased until tomorrow leaves', { state: 'sending', tryIn: -1, leasedFor: day }, true],
    ['queued and leased tomorrow leaves', { state: 'sending', tryIn: day, leasedFor: day }, true],
    ['put off for an hour waits', { state: 'waiting', tryIn: hour, leasedFor: null }, false],
    ['put off for as long as any waits', { state: 'waiting', tryIn: 7 * hour, leasedFor: null }, false],
    ['on the way stays where it is', { state: 'sending', tryIn: -1, leasedFor: 30 }, false],
    ['of a clock that is a little ahead stays', { state: 'sending', tryIn: -1, leasedFor: 80 }, false],
  ])('a mail %s', async (_what, row, isTaken) => {
    await testbed.open();
    const id = await leave(testbed.context, row);
    const now = testbed.context.clock.now();
    const lease = { by: 'us', until: new Date(now.getTime() + 30_000) };
    const claim = { now, most: 50, shutOff: [] };
    const leased = await testbed.context.database.transact((tx) => claimJobs(tx, mailJobs, lease, claim));
    expect(leased.map((mail) => mail.id)).toEqual(isTaken ? [id] : []);
  });

  test('does not delay mails: the worker sends them, those that are due first', async () => {
    await testbed.open();
    await leave(testbed.context, { state: 'sending', tryIn: day, leasedFor: day });
    const due = await queueMails(testbed.context, people(60));
    testbed.startWorker();
    await testbed.server.waitFor(61);
    expect(testbed.server.received).toHaveLength(61);
    expect((await mailRow(testbed.context, due[0] as number)).state).toBe('sent');
  });

  test.runIf(testedKind === 'postgres')('is detected with the index, however many mails wait', async () => {
    await testbed.open();
    await queueMails(testbed.context, people(1));
    await testbed.context.database.transact((tx) =>
      sql`insert into outgoing_mails (mailing_id, system_id, key, recipient, recipient_name, variables, state, next_try_at, queued_at, attempts)
          select mailing_id, system_id, concat('many', n), recipient, recipient_name, variables,
                 case when n < 2000 then 'waiting' else 'sent' end, queued_at + interval '1 hour', queued_at, 1
          from outgoing_mails, generate_series(1, 20000) n`.execute(tx),
    );
    await testbed.context.database.transact((tx) => sql`analyze outgoing_mails`.execute(tx));
    const now = testbed.context.clock.now();
    const { text } = claimStatement(mailJobs);
    const rows = await testbed.context.database.transact((tx) =>
      ask<Record<string, string>>(tx, { text: `explain ${text}` }, [now, [], 50, 'us', now]),
    );
    const plans = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plans.match(/Index Scan (using|on) outgoing_mails_due/g)).toHaveLength(2);
    expect(plans).not.toMatch(/Seq Scan on outgoing_mails/);
  });
});

describe('“try again”', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  test.each<[string, Row, number]>([
    ['was put off until tomorrow', { state: 'waiting', tryIn: day, leasedFor: null }, 200],
    ['was queued in an hour', { state: 'queued', tryIn: hour, leasedFor: null }, 200],
    ['was leased until tomorrow', { state: 'sending', tryIn: -1, leasedFor: day }, 200],
    ['is on its way', { state: 'sending', tryIn: -1, leasedFor: 20 }, 409],
    ['is due already', { state: 'queued', tryIn: -1, leasedFor: null }, 409],
  ])('for a mail that %s', async (_what, row, status) => {
    await testbed.open();
    const mailId = await leave(portal.context, row);
    const admin = await portal.as('admin', 3);
    expect((await admin.call(retryMail, { params: { mailId } })).status).toBe(status);
    if (status === 200)
      expect(await mailRow(portal.context, mailId)).toMatchObject({
        state: 'queued',
        next_try_at: portal.context.clock.now(),
        leased_until: null,
      });
  });
});
