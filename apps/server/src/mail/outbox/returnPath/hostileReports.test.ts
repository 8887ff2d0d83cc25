import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectFreeThread } from '../../../../test/freeThread.ts';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { mailRow, queueMails } from '../fixtures/mails.ts';
import { hostileReports } from './fixtures/hostileReports.ts';
import { postfixReport } from './fixtures/messages.ts';
import { makeReturnPath } from './returnPath.ts';
import { takeMessage } from './takeMessage.ts';

const settings = {
  RETURN_PATH: 'retours@example.ca',
  IMAP_URL: 'imaps://retours:secret@imap.example.ca/INBOX',
};

let context: TestApp;
let mail: { readonly id: number; readonly recipient: string };
beforeAll(async () => {
  context = await openTestApp(settings);
  mail = await sentMail('zoe@etu.example.ca');
  // Starts the thread that reads reports, and compiles the code that an ordinary report needs.
  await take(postfixReport({ to: signed(), status: '4.4.1' }, 'delayed'));
});
afterAll(() => context.close());

async function sentMail(recipient: string) {
  const [id = 0] = await queueMails(context, [{ email: recipient }]);
  const sent = { state: 'sent', sent_at: context.clock.now() } as const;
  await context.database.transact((tx) =>
    tx.updateTable('outgoing_mails').set(sent).where('id', '=', id).execute(),
  );
  return { id, recipient };
}

const path = () => {
  if (!context.config.returnPath) throw new Error('The return path is not set.');
  return context.config.returnPath;
};
const signed = () => makeReturnPath(path(), context.keys, mail);
const take = (bytes: Uint8Array) => takeMessage(context, path(), bytes);

test.each(Object.entries(hostileReports))(
  'a report of %s is not looked into where its address is not signed, and holds nobody up where it is',
  async (_what, make) => {
    const unsigned = make('retours+1.0123456789abcdef01234567@example.ca');
    expect(await expectFreeThread(100, () => take(unsigned))).toBe('unsigned');
    await expectFreeThread(100, () => take(make(signed())));
  },
  60_000,
);

test('and the report that follows is read', async () => {
  mail = await sentMail('lea@etu.example.ca');
  expect(await take(postfixReport({ to: signed() }))).toBe('failed');
  expect(await mailRow(context, mail.id)).toMatchObject({ delivery: 'failed' });
});
