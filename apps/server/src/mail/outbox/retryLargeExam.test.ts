import { listRetryable, retryMails, retryMaxMails } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailCatcher, openMailCatcher } from '../../../test/mailCatcher.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { queueMails } from './fixtures/mails.ts';
import { people } from './fixtures/outboxTestbed.ts';
import { startOutbox } from './sending/outbox.worker.ts';

let catcher: MailCatcher;
let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
  admin = await portal.as('admin', 3);
});
beforeEach(() => change(sql`delete from outgoing_mails`));
afterAll(async () => {
  await portal.close();
  await catcher.close();
});

const change = (statement: ReturnType<typeof sql>) =>
  portal.context.database.transact((tx) => statement.execute(tx));

describe('the mails that may be sent again', () => {
  const list = async (query: object, who = admin) => (await who.call(listRetryable, { query })).reply;

  test('are those of all pages whose state lets them, newest first, within the filter and the own systems', async () => {
    const ids = await queueMails(portal.context, people(8));
    const [failed, waiting, planned, bounced, sent, , cancelled, delayed] = ids as [number, ...number[]];
    await change(sql`update outgoing_mails set state = 'failed' where id = ${failed}`);
    await change(sql`update outgoing_mails set state = 'waiting' where id = ${waiting}`);
    await change(sql`update outgoing_mails set planned_for = now() where id = ${planned}`);
    await change(sql`update outgoing_mails set state = 'sent' where id in (${bounced}, ${sent}, ${delayed})`);
    await change(sql`update outgoing_mails set delivery = 'failed' where id = ${bounced}`);
    await change(sql`update outgoing_mails set delivery = 'delayed' where id = ${delayed}`);
    await change(sql`update outgoing_mails set state = 'cancelled' where id = ${cancelled}`);
    const [foreign] = await queueMails(portal.context, people(1), { systemId: 2 });
    await change(sql`update outgoing_mails set state = 'failed' where id = ${foreign}`);
    expect(await list({})).toEqual([bounced, planned, waiting, failed]);
    expect(await list({ state: 'bounced' })).toEqual([bounced]);
    expect(await list({ state: 'sent' })).toEqual([]);
    expect(await list({ search: 'zoe1@' })).toEqual([waiting]);
    expect(await list({ systemId: 2 })).toEqual([]);
    expect(await list({}, await portal.superAdmin())).toEqual([foreign, bounced, planned, waiting, failed]);
  });
});

describe('3,000 mails that failed or came back', () => {
  const size = 3000;

  test('are named by one request and sent again a hundred at a time, each once, whoever else does the same', async () => {
    const userIds = await makePeople(size);
    const recipients = people(size).map((one, n) => ({ ...one, userId: userIds[n] as number }));
    await queueMails(portal.context, recipients);
    await change(sql`update outgoing_mails set state = 'failed', attempts = 3`);
    // Every second mail had left and came back.
    await change(
      sql`update outgoing_mails set state = 'sent', sent_at = now(), delivery = 'failed' where id % 2 = 0`,
    );
    const other = await portal.as('admin', 3);
    const times: number[] = [];
    const timed = async <T>(act: () => Promise<T>) => {
      const began = performance.now();
      const answer = await act();
      times.push(performance.now() - began);
      return answer;
    };
    const { reply: mailIds } = await timed(() => admin.call(listRetryable, { query: { systemId: 3 } }));
    expect(new Set(mailIds).size).toBe(size);
    const sum = { again: 0, left: 0 };
    for (let first = 0; first < size; first += retryMaxMails) {
      const body = { mailIds: mailIds.slice(first, first + retryMaxMails) };
      // A third of the mails is asked for twice at the same moment.
      const callers = first < size / 3 ? [admin, other] : [admin];
      const asked = () => Promise.all(callers.map((who) => who.call(retryMails, { body })));
      for (const { reply } of await timed(asked)) {
        sum.again += reply.again;
        sum.left += reply.left;
      }
    }
    expect(sum).toEqual({ again: size, left: size / 3 });
    const outbox = startOutbox(portal.context);
    await catcher.waitFor(size, 60_000);
    await outbox.stop();
    expect(catcher.received.map(({ to }) => to).sort()).toEqual(recipients.map(({ email }) => email).sort());
    const all = Math.round(times.reduce((one, two) => one + two, 0));
    const slowest = Math.round(Math.max(...times));
    console.info(
      `${size} mails, ${portal.context.database.kind}: ${all} ms in all, ${slowest} ms the slowest`,
    );
    expect(slowest).toBeLessThan(5000);
  });
});

/** Accounts with the addresses of `people`; returns their ids. */
async function makePeople(count: number): Promise<number[]> {
  await change(sql`
    insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, created_at)
    select concat('zoe', n, '@etu.example.ca'), concat('zoe', n, '@etu.example.ca'), 'Zoé', concat('Côté ', n), '', '', 'fr', now()
    from generate_series(0, ${count - 1}::integer) n`);
  const { rows } = await sql<{ id: number }>`
    select id from users where email like 'zoe%' order by id`.execute(portal.context.database.read);
  return rows.map(({ id }) => id);
}
