import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longTest } from '../../../../test/longTest.ts';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { listOutages, type Queue } from '../../../core/queue/queue.service.ts';
import { openNotifier } from '../../../core/runtime/notifier.ts';
import { mailRow, queueMails } from '../fixtures/mails.ts';
import { type ImapServer, startImapServer } from './fixtures/imapServer.ts';
import { absenceNote, postfixReport } from './fixtures/messages.ts';
import { countReturned } from './returnPath.queries.ts';
import { makeReturnPath } from './returnPath.ts';
import { startReturnPath } from './returnPath.worker.ts';

let imap: ImapServer;
let context: TestApp;
let workers: Queue[];
beforeEach(async () => {
  imap = await startImapServer();
  context = await openTestApp({ RETURN_PATH: 'retours@example.ca', IMAP_URL: imap.url });
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await context.close();
  await imap.stop();
});

const settings = () => {
  if (!context.config.returnPath) throw new Error('The return path is not set.');
  return context.config.returnPath;
};
const start = async (mailbox = {}) => {
  const own = { ...context, notifier: openNotifier() };
  const path = { ...settings(), mailbox: { ...settings().mailbox, ...mailbox } };
  workers.push(await startReturnPath(own, path));
};

/** Makes a sent mail; returns its id and its return path. */
async function sentMail(email: string) {
  const [id = 0] = await queueMails(context, [{ email }]);
  await context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set({ state: 'sent' }).where('id', '=', id).execute(),
  );
  return { id, to: makeReturnPath(settings(), context.keys, { id, recipient: email }) };
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries === 400) throw new Error('It did not happen within ten seconds.');
    await wait(25);
  }
}

const read = async () => {
  const { messages } = await countReturned(context.database.read);
  return Object.fromEntries(messages.map(({ outcome, n }) => [outcome, n]));
};
const isAllSeen = () => imap.seen.every(Boolean);

describe('the mailbox of the return path', () => {
  test('is read by one of two processes, and each message once, which stays and is marked as read', async () => {
    const mails = [await sentMail('zoe@etu.example.ca'), await sentMail('lea@etu.example.ca')];
    for (const { to } of mails) imap.deliver(postfixReport({ to }));
    imap.deliver(absenceNote({ to: mails[0]?.to ?? '' }));
    await start();
    // The embedded database has one process.
    if (context.database.kind === 'postgres') await start();
    await until(isAllSeen);
    for (const { id } of mails) expect(await mailRow(context, id)).toMatchObject({ delivery: 'failed' });
    expect(await read()).toEqual({ failed: 2, other: 1 });
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));

    const later = await sentMail('noah@etu.example.ca');
    imap.deliver(postfixReport({ to: later.to }));
    // A start reads at once, however short a time ago the last reading was.
    await start();
    await until(isAllSeen);
    expect(await read()).toEqual({ failed: 3, other: 1 });
  });

  test('is read again where the connection ended before a message was marked: nothing is lost or doubled', async () => {
    const { id, to } = await sentMail('zoe@etu.example.ca');
    imap.deliver(postfixReport({ to }));
    let cuts = 0;
    imap.onCommand = (line) => {
      if (line.startsWith('UID STORE') && cuts++ === 0) imap.cut();
    };
    await start();
    await until(() => cuts === 1);
    const first = await mailRow(context, id);
    expect(first).toMatchObject({ delivery: 'failed' });
    expect(imap.seen).toEqual([false]);
    await until(isAllSeen);
    expect(await mailRow(context, id)).toEqual(first);
  });

  longTest('is left after two tries that ended with the process, and what follows is read', async () => {
    const [first, second] = [await sentMail('zoe@etu.example.ca'), await sentMail('lea@etu.example.ca')];
    for (const { to } of [first, second]) imap.deliver(postfixReport({ to }));
    const fetched: string[] = [];
    imap.onCommand = (line) => {
      const [, uid = ''] = /^UID FETCH (\d+)/.exec(line) ?? [];
      if (uid) fetched.push(uid);
      // Like a process that dies while it handles the message.
      if (uid === '1') imap.cut();
    };
    await start();
    await until(isAllSeen);
    expect(fetched).toEqual(['1', '1', '2']);
    expect(await mailRow(context, second.id)).toMatchObject({ delivery: 'failed' });
    expect(await read()).toEqual({ failed: 1, unreadable: 1 });
  });

  test.each([
    ['refuses the password', { password: 'wrong' }, 'mailboxRefusesUs: refused'],
    ['has no such folder', { folder: 'Avis' }, 'mailboxRefusesUs: refused'],
    ['does not answer', { port: 1 }, 'mailboxUnreachable'],
  ])(
    'that %s is told as an outage, without its password, and nothing else stops',
    async (_what, mailbox, reason) => {
      await start(mailbox);
      await until(async () => (await listOutages(context)).length > 0);
      expect(await listOutages(context)).toMatchObject([{ destination: 'returnPath', reason }]);
    },
  );
});
