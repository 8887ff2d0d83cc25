import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { escapeHtml } from '@guichet/contract/core/html';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { Received } from '../fixtures/mailServer.ts';
import { mailRow, queueMails, untilState } from '../fixtures/mails.ts';
import { people, someone, useOutboxTestbed } from '../fixtures/outboxTestbed.ts';

const testbed = useOutboxTestbed();

describe('a mail server that works', () => {
  test('gets every mail once, over several connections', async () => {
    await testbed.open({ thinkMs: 3 });
    const ids = await queueMails(testbed.context, people(120));
    testbed.startWorker();
    await testbed.server.waitFor(120);
    await untilState(testbed.context, ids.at(-1) as number, 'sent');
    expect(new Set(testbed.server.received.map(({ to }) => to)).size).toBe(120);
    expect(testbed.server.received).toHaveLength(120);
    expect(testbed.server.widest()).toBe(5);
  });

  test('gets mails that are queued later, as soon as the queue is notified', async () => {
    await testbed.open();
    testbed.startWorker();
    await wait(200);
    await queueMails(testbed.context, [someone]);
    await testbed.server.waitFor(1);
  });

  test('gets each mail once from several processes', async () => {
    await testbed.open({ thinkMs: 2 });
    await queueMails(testbed.context, people(80));
    testbed.startWorker();
    // The embedded database has one process; a second worker would release the leases of the first.
    if (testbed.context.database.kind === 'postgres') testbed.startWorker();
    await testbed.server.waitFor(80);
    await testbed.stopWorkers();
    expect(testbed.server.received).toHaveLength(80);
    expect(new Set(testbed.server.received.map(({ to }) => to)).size).toBe(80);
  });

  test('gets an urgent mail before the hundreds of an import', async () => {
    await testbed.open({ thinkMs: 5 });
    await queueMails(testbed.context, people(200));
    await queueMails(testbed.context, [{ ...someone, urgent: true }]);
    testbed.startWorker();
    await testbed.server.waitFor(20);
    expect(testbed.server.received.slice(0, 20).map(({ to }) => to)).toContain(someone.email);
  });

  test('receives name and password when SMTP_URL holds them', async () => {
    await testbed.open({ user: { name: 'portail', password: 'p@ss' } });
    testbed.sendTo(testbed.server.url.replace('//', '//portail:p%40ss@'));
    await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await testbed.server.waitFor(1);
  });
});

describe('a mail on the wire', () => {
  test('S7.29 has subject, HTML and text in one language, the fixed Message-ID, and the attachment', async () => {
    await testbed.open();
    const bytes = Buffer.from('%PDF-1.7 convocation');
    const attachmentId = await testbed.context.database.transact(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into attachments (system_id, file_name, content_type, bytes, uploaded_at)
        values (3, 'Règles d’examen.pdf', 'application/pdf', ${bytes}, ${testbed.context.clock.now()}) returning id`.execute(
        tx,
      );
      return rows[0]?.id as number;
    });
    const [id] = await queueMails(
      testbed.context,
      [{ ...someone, firstName: 'Zoé <b>', lastName: 'D’Amours & fils' }],
      { attachmentId },
    );
    testbed.startWorker();
    await testbed.server.waitFor(1);
    const { mail, from } = testbed.server.received[0] as Received;
    expect(from).toBe('no-reply@localhost');
    expect(mail.from).toEqual({ name: 'Université', address: 'no-reply@localhost' });
    expect(mail.to).toEqual([{ name: 'Zoé <b> D’Amours & fils', address: someone.email }]);
    expect(mail.subject).toBe('Convocation : Hiver');
    expect(mail.messageId).toMatch(new RegExp(`^<m${id}\\.\\d+\\.[0-9a-z]+@localhost>$`));
    expect(mail.html).toContain('lang="fr"');
    expect(mail.html).toContain(`Bonjour ${escapeHtml('Zoé <b> D’Amours & fils')},`);
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

describe('a lease', () => {
  test('that expires while the mail is being sent is not taken again by the same process', async () => {
    await testbed.open({ thinkMs: 700 });
    const [id = 0] = await queueMails(testbed.context, [someone]);
    testbed.startWorker();
    await wait(300);
    testbed.context.clock.advance(31);
    testbed.context.notifier.notify('outbox');
    await untilState(testbed.context, id, 'sent');
    await wait(900);
    expect(testbed.server.received).toHaveLength(1);
  });

  test('of a process that died expires after half a minute, or at the start of an embedded database', async () => {
    await testbed.open();
    const [id = 0] = await queueMails(testbed.context, [someone]);
    const until = new Date(testbed.context.clock.now().getTime() + 30_000);
    await testbed.context.database.transact((tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sending', leased_by: 'a dead one', leased_until: until })
        .execute(),
    );
    testbed.startWorker();
    if (testbed.context.database.kind === 'postgres') {
      await wait(300);
      expect(testbed.server.received).toHaveLength(0);
      testbed.context.clock.advance(31);
      testbed.context.notifier.notify('outbox');
    }
    await untilState(testbed.context, id, 'sent');
    expect(testbed.server.received).toHaveLength(1);
  });
});

describe('stopping', () => {
  test('finishes the mails being sent, and releases the others', async () => {
    await testbed.open({ thinkMs: 150 });
    await queueMails(testbed.context, people(40));
    testbed.startWorker();
    await expect.poll(() => testbed.server.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
    await testbed.stopWorkers();
    const { rows } = await sql<{ state: string; leased: boolean; n: number }>`
      select state, leased_by is not null as leased, count(*) as n from outgoing_mails group by 1, 2 order by 1`.execute(
      testbed.context.database.read,
    );
    const sent = testbed.server.received.length;
    expect(rows).toEqual([
      { state: 'queued', leased: false, n: 40 - sent },
      { state: 'sent', leased: false, n: sent },
    ]);
  });
});

describe('without a mail server', () => {
  test('mails are files in DATA_DIR/outbox, each under its number, once', async () => {
    await testbed.open();
    testbed.sendTo(null);
    const ids = await queueMails(testbed.context, people(7));
    testbed.startWorker();
    for (const id of ids) await untilState(testbed.context, id, 'sent');
    expect((await mailRow(testbed.context, ids[0] as number)).delivery).toBe('filed');
    const folder = join(testbed.context.config.dataDir, 'outbox');
    expect(readdirSync(folder).sort()).toEqual(ids.map((id) => `${id}.eml`).sort());
    const mail = await PostalMime.parse(readFileSync(join(folder, `${ids[2]}.eml`)));
    expect(mail.to?.[0]?.address).toBe('zoe2@etu.example.ca');
  });
});
