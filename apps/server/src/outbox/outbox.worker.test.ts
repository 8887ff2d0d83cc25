import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '../../test/house.ts';
import { openBell } from '../platform/bell.ts';
import { type MailServer, type Manners, startMailServer } from './fixtures/mailServer.ts';
import { mailRow, queueMails, untilState } from './fixtures/mails.ts';
import { type OutboxWorker, startOutbox } from './outbox.worker.ts';

/** A second of the pauses lasts this long here. */
const secondMs = 20;

let base: TestHouse;
let house: TestHouse;
let server: MailServer;
let workers: OutboxWorker[];

/** A mail server with these manners, and the house that sends to it; `smtpUrl` null writes files. */
async function open(manners: Manners = {}, smtpUrl?: null): Promise<void> {
  server = await startMailServer(manners);
  sendTo(smtpUrl === undefined ? server.url : smtpUrl);
}

function sendTo(smtpUrl: string | null): void {
  house = { ...base, config: { ...base.config, smtpUrl }, bell: openBell() };
}

function start(): void {
  workers.push(startOutbox(house, secondMs));
}

async function stopWorkers(): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
}

beforeAll(async () => {
  base = await openTestHouse({ UNIVERSITY_NAME_FR: 'Université' });
});
beforeEach(async () => {
  workers = [];
  await base.database.transact(async (tx) => {
    await tx.deleteFrom('outgoing_mails').execute();
    await tx.deleteFrom('mailings').execute();
  });
});
afterEach(async () => {
  await stopWorkers();
  await server.stop();
});
afterAll(() => base.close());

const someone = { email: 'zoe@etu.example.ca' };
const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ email: `zoe${n}@etu.example.ca`, lastName: `Côté ${n}` }));

describe('a mail server that works', () => {
  test('gets every mail once, over several connections', async () => {
    await open({ thinkMs: 3 });
    const ids = await queueMails(house, people(120));
    start();
    await server.waitFor(120);
    await untilState(house, ids.at(-1) as number, 'sent');
    expect(new Set(server.received.map(({ to }) => to)).size).toBe(120);
    expect(server.received).toHaveLength(120);
    expect(server.widest()).toBe(5);
  });

  test('gets mails that are queued later, as soon as the bell rings', async () => {
    await open();
    start();
    await wait(200);
    await queueMails(house, [someone]);
    await server.waitFor(1);
  });

  test('gets each mail once from several processes', async () => {
    await open({ thinkMs: 2 });
    await queueMails(house, people(80));
    start();
    // An embedded database has one process; a second one would take the leases of the first for those of a dead one.
    if (house.database.kind === 'postgres') start();
    await server.waitFor(80);
    await stopWorkers();
    expect(server.received).toHaveLength(80);
    expect(new Set(server.received.map(({ to }) => to)).size).toBe(80);
  });

  test('gets an urgent mail before the hundreds of an import', async () => {
    await open({ thinkMs: 5 });
    await queueMails(house, people(200));
    await queueMails(house, [{ ...someone, urgent: true }]);
    start();
    await server.waitFor(20);
    expect(server.received.slice(0, 20).map(({ to }) => to)).toContain(someone.email);
  });

  test('is given name and password when the address holds them', async () => {
    await open({ user: { name: 'portail', password: 'p@ss' } });
    sendTo(server.url.replace('//', '//portail:p%40ss@'));
    await queueMails(house, [someone]);
    start();
    await server.waitFor(1);
  });
});

describe('a mail on the wire', () => {
  test('S7.29 has subject, HTML and text in one language, the fixed Message-ID, and the attachment', async () => {
    await open();
    const bytes = Buffer.from('%PDF-1.7 convocation');
    const attachmentId = await house.database.transact(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into attachments (system_id, file_name, content_type, bytes, uploaded_at)
        values (3, 'Règles d’examen.pdf', 'application/pdf', ${bytes}, ${house.clock.now()}) returning id`.execute(
        tx,
      );
      return rows[0]?.id as number;
    });
    const [id] = await queueMails(
      house,
      [{ ...someone, firstName: 'Zoé <b>', lastName: 'D’Amours & fils' }],
      { attachmentId },
    );
    start();
    await server.waitFor(1);
    const { mail, from } = server.received[0] as MailServer['received'][number];
    expect(from).toBe('no-reply@localhost');
    expect(mail.from).toEqual({ name: 'Université', address: 'no-reply@localhost' });
    expect(mail.to).toEqual([{ name: 'Zoé <b> D’Amours & fils', address: someone.email }]);
    expect(mail.subject).toBe('Votre place pour Hiver');
    expect(mail.messageId).toMatch(new RegExp(`^<m${id}\\.\\d+\\.[0-9a-z]+@localhost>$`));
    expect(mail.html).toContain('lang="fr"');
    expect(mail.html).toContain('Bonjour Zoé &lt;b&gt; D’Amours &amp; fils,');
    expect(mail.text).toContain('Bonjour Zoé <b> D’Amours & fils,');
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'fr' }));
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]).toMatchObject({
      filename: 'Règles d’examen.pdf',
      mimeType: 'application/pdf',
    });
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer)).toEqual(bytes);
  });
});

describe('a mail server that refuses', () => {
  test('with 4xx gets the mail again, after a wait', async () => {
    let answers = 0;
    await open({ recipient: () => (answers++ === 0 ? '451 4.7.1 Greylisted' : null) });
    const [id = 0] = await queueMails(house, [someone]);
    start();
    await untilState(house, id, 'waiting');
    const row = await mailRow(house, id);
    expect(row).toMatchObject({ attempts: 1, leased_by: null });
    expect(row.last_error).toBe('deferred: 451 4.7.1 Greylisted');
    const waits = (row.next_try_at.getTime() - house.clock.now().getTime()) / 1000;
    expect(waits).toBeGreaterThanOrEqual(24);
    expect(waits).toBeLessThanOrEqual(36);
    house.clock.pass(36);
    house.bell.ring('outbox');
    await untilState(house, id, 'sent');
    expect(await mailRow(house, id)).toMatchObject({ attempts: 2, last_error: null });
    expect(server.received).toHaveLength(1);
  });

  test('a recipient with 5xx gets no other try, and the others are sent over the same connection', async () => {
    await open({ recipient: (to) => (to.startsWith('zoe1@') ? '550 5.1.1 No such user' : null) });
    const ids = await queueMails(house, people(3));
    start();
    await untilState(house, ids[1] as number, 'failed');
    expect((await mailRow(house, ids[1] as number)).last_error).toBe(
      'mailboxUnknown: 550 5.1.1 No such user',
    );
    await untilState(house, ids[0] as number, 'sent');
    await untilState(house, ids[2] as number, 'sent');
  });

  test('the content with 5xx shows why, but not the link that it quotes', async () => {
    await open({ content: () => '554 5.7.1 Blocked: http://x.ca/reset-password?t=abc is listed' });
    const [id = 0] = await queueMails(house, [someone]);
    start();
    await untilState(house, id, 'failed');
    expect((await mailRow(house, id)).last_error).toBe('contentRefused: 554 5.7.1 Blocked: «…» is listed');
  });

  test('the sender with 5xx costs no recipient the mail', async () => {
    await open({ sender: () => '553 5.7.1 Sender rejected' });
    const [id = 0] = await queueMails(house, [someone]);
    start();
    await untilState(house, id, 'waiting');
    expect((await mailRow(house, id)).last_error).toBe('senderRefused: 553 5.7.1 Sender rejected');
  });

  test('is given up after about three days', async () => {
    await open({ recipient: () => '451 4.3.0 Not now' });
    const [id = 0] = await queueMails(house, [someone]);
    const begin = house.clock.now().getTime();
    start();
    for (let tries = 1; tries <= 16; tries++) {
      await untilState(house, id, 'waiting');
      house.clock.pass(8 * 3600);
      house.bell.ring('outbox');
      for (let looks = 0; looks < 200 && (await mailRow(house, id)).attempts === tries; looks++)
        await wait(10);
    }
    await untilState(house, id, 'failed');
    expect(await mailRow(house, id)).toMatchObject({ attempts: 17 });
    expect(house.clock.now().getTime() - begin).toBeGreaterThan(2.5 * 86_400_000);
  });
});

describe('a mail server that is away', () => {
  test('costs no mail a try, and gets them all when it is back', async () => {
    await open();
    const { port } = server;
    await server.stop();
    const ids = await queueMails(house, people(60));
    start();
    await wait(300);
    const { rows } = await sql<{ state: string; attempts: number; n: number }>`
      select state, attempts, count(*) as n from outgoing_mails group by state, attempts`.execute(
      house.database.read,
    );
    expect(rows).toEqual([{ state: 'queued', attempts: 0, n: 60 }]);
    server = await startMailServer({}, port);
    await server.waitFor(60);
    await untilState(house, ids.at(-1) as number, 'sent');
    expect(server.received).toHaveLength(60);
  });

  test('in the middle of sending takes up again where it broke off', async () => {
    await open({ thinkMs: 5 });
    const { port } = server;
    const ids = await queueMails(house, people(100));
    start();
    await server.waitFor(30);
    const before = server.received;
    await server.stop();
    await wait(200);
    server = await startMailServer({}, port);
    // What was on the line when it died waits half a minute.
    await wait(300);
    house.clock.pass(40);
    house.bell.ring('outbox');
    for (const id of ids) await untilState(house, id, 'sent');
    const all = [...before, ...server.received];
    expect(new Set(all.map(({ to }) => to)).size).toBe(100);
    expect(all.length).toBeLessThanOrEqual(105);
    expect(new Set(all.map(({ mail }) => mail.messageId)).size).toBe(100);
  });

  test('and goes away meanwhile is named in the queue as the reason', async () => {
    await open();
    start();
    await wait(200);
    await server.stop();
    const [id = 0] = await queueMails(house, [someone]);
    for (let looks = 0; looks < 200 && !(await mailRow(house, id)).last_error; looks++) await wait(10);
    const row = await mailRow(house, id);
    expect(row).toMatchObject({ state: 'queued', attempts: 0, leased_by: null });
    expect(row.last_error).toMatch(/^serverUnreachable: /);
  });

  test('for who names a wrong password is so for all mails', async () => {
    await open({ user: { name: 'a', password: 'b' } });
    sendTo(server.url.replace('//', '//a:wrong@'));
    const [id = 0] = await queueMails(house, [someone]);
    start();
    await wait(300);
    expect(await mailRow(house, id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(server.received).toHaveLength(0);
  });

  test('that breaks the connection after taking a mail gets only that one twice, with one Message-ID', async () => {
    let drops = 0;
    await open({ content: (to) => (to.startsWith('zoe3@') && drops++ === 0 ? 'drop' : null) });
    const ids = await queueMails(house, people(10));
    start();
    await untilState(house, ids[3] as number, 'waiting');
    expect((await mailRow(house, ids[3] as number)).last_error).toContain('connectionLost');
    for (const id of ids.toSpliced(3, 1)) await untilState(house, id, 'sent');
    house.clock.pass(40);
    house.bell.ring('outbox');
    await untilState(house, ids[3] as number, 'sent');
    expect(server.received).toHaveLength(11);
    const doubled = server.received.filter(({ to }) => to.startsWith('zoe3@'));
    expect(doubled.map(({ raw }) => raw.toString()).at(0)).toBe(doubled.at(1)?.raw.toString());
  });

  test('that takes one mail per connection gets each over its own, and none costs a try', async () => {
    await open({ sender: (_address, before) => (before > 0 ? '421 4.7.0 One mail per connection' : null) });
    const ids = await queueMails(house, people(20));
    start();
    for (const id of ids) await untilState(house, id, 'sent');
    const { rows } = await sql<{ most: number }>`select max(attempts) as most from outgoing_mails`.execute(
      house.database.read,
    );
    expect(rows[0]?.most).toBe(1);
    expect(server.received).toHaveLength(20);
  });

  test('that ends idle connections is reached over a new one', async () => {
    await open();
    start();
    await queueMails(house, [someone]);
    await server.waitFor(1);
    const { port } = server;
    await server.stop();
    server = await startMailServer({}, port);
    const [id = 0] = await queueMails(house, [someone]);
    await untilState(house, id, 'sent');
    expect(await mailRow(house, id)).toMatchObject({ attempts: 1 });
  });
});

describe('a lease', () => {
  test('that lapses while the mail is on its way is not taken again by the same process', async () => {
    await open({ thinkMs: 700 });
    const [id = 0] = await queueMails(house, [someone]);
    start();
    await wait(300);
    house.clock.pass(31);
    house.bell.ring('outbox');
    await untilState(house, id, 'sent');
    await wait(900);
    expect(server.received).toHaveLength(1);
  });

  test('of a process that died is over after half a minute, or at the start of an embedded database', async () => {
    await open();
    const [id = 0] = await queueMails(house, [someone]);
    const until = new Date(house.clock.now().getTime() + 30_000);
    await house.database.transact((tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sending', leased_by: 'a dead one', leased_until: until })
        .execute(),
    );
    start();
    if (house.database.kind === 'postgres') {
      await wait(300);
      expect(server.received).toHaveLength(0);
      house.clock.pass(31);
      house.bell.ring('outbox');
    }
    await untilState(house, id, 'sent');
    expect(server.received).toHaveLength(1);
  });
});

describe('stopping', () => {
  test('finishes what is on its way, and gives the rest back', async () => {
    await open({ thinkMs: 150 });
    await queueMails(house, people(40));
    start();
    await wait(400);
    await stopWorkers();
    const { rows } = await sql<{ state: string; leased: boolean; n: number }>`
      select state, leased_by is not null as leased, count(*) as n from outgoing_mails group by 1, 2 order by 1`.execute(
      house.database.read,
    );
    const sent = server.received.length;
    expect(rows).toEqual([
      { state: 'queued', leased: false, n: 40 - sent },
      { state: 'sent', leased: false, n: sent },
    ]);
  });
});

describe('without a mail server', () => {
  test('mails lie as files in DATA_DIR/outbox, each under its number, once', async () => {
    await open({}, null);
    const ids = await queueMails(house, people(7));
    start();
    for (const id of ids) await untilState(house, id, 'sent');
    const folder = join(house.config.dataDir, 'outbox');
    expect(readdirSync(folder).sort()).toEqual(ids.map((id) => `${id}.eml`).sort());
    const mail = await PostalMime.parse(readFileSync(join(folder, `${ids[2]}.eml`)));
    expect(mail.to?.[0]?.address).toBe('zoe2@etu.example.ca');
  });
});
