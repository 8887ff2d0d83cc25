import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/testApp.ts';
import { mailRow, queueMails } from '../fixtures/mails.ts';
import { absenceNote, exchangeReport, postfixReport, readReceipt } from './fixtures/messages.ts';
import { challenge, complaint, otherReports, outlookAbsence } from './fixtures/otherReports.ts';
import { countReturned } from './returnPath.queries.ts';
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
});
beforeEach(async () => {
  const [id = 0] = await queueMails(context, [{ email: 'zoe@etu.example.ca' }]);
  await mark(id, 'sent');
  mail = { id, recipient: 'zoe@etu.example.ca' };
  await context.database.transact((tx) => tx.deleteFrom('return_path_counts').execute());
});
afterAll(() => context.close());

const mark = (id: number, state: 'sent' | 'sending' | 'queued' | 'cancelled') =>
  context.database.transact((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state, sent_at: context.clock.now() })
      .where('id', '=', id)
      .execute(),
  );

const returnPath = () => {
  if (!context.config.returnPath) throw new Error('The return path is not set.');
  return context.config.returnPath;
};
const addressOf = (of = mail) => makeReturnPath(returnPath(), context.keys, of);
const take = (bytes: Uint8Array) => takeMessage(context, returnPath(), bytes);
const delivery = async () => {
  const row = await mailRow(context, mail.id);
  return { delivery: row.delivery, reason: row.delivery_reason };
};
const counts = async () => {
  const { messages } = await countReturned(context.database.read);
  return Object.fromEntries(messages.map(({ outcome, n }) => [outcome, n]));
};
const delay = (to: string) =>
  postfixReport({ to, status: '4.4.1', diagnostic: '421 4.4.1 Later' }, 'delayed');

describe('a report to the signed return path of a mail', () => {
  test('stands with the mail, with its cause, and once however often it is read', async () => {
    expect(await take(postfixReport({ to: addressOf() }))).toBe('failed');
    const first = await mailRow(context, mail.id);
    expect(first).toMatchObject({
      state: 'sent',
      delivery: 'failed',
      delivery_reason: expect.stringMatching(/^mailboxUnknown: 550 5\.1\.1/),
      delivery_reported_at: context.clock.now(),
    });
    context.clock.advance(60);
    expect(await take(postfixReport({ to: addressOf() }))).toBe('failed');
    expect(await mailRow(context, mail.id)).toEqual(first);
  });

  test('is believed in another case of letters, and while the mail is still being settled', async () => {
    await mark(mail.id, 'sending');
    expect(await take(exchangeReport({ to: addressOf() }))).toBe('failed');
    expect(await delivery()).toMatchObject({ delivery: 'failed' });
  });

  test('of a delay is no failure; a later failure or delivery wins, and a late delay does not', async () => {
    expect(await take(delay(addressOf()))).toBe('delayed');
    expect(await delivery()).toEqual({ delivery: 'delayed', reason: 'deliveryDelayed: 421 4.4.1 Later' });
    expect(await take(postfixReport({ to: addressOf(), status: '2.0.0' }, 'delivered'))).toBe('delivered');
    // Why it was late stays with the mail.
    const delivered = { delivery: 'delivered', reason: 'deliveryDelayed: 421 4.4.1 Later' };
    expect(await delivery()).toEqual(delivered);
    await take(delay(addressOf()));
    expect(await delivery()).toEqual(delivered);
    await take(postfixReport({ to: addressOf() }));
    await take(delay(addressOf()));
    expect(await delivery()).toMatchObject({ delivery: 'failed' });
  });
});

describe('another answer to the signed return path of a mail', () => {
  const answers = async () => (await mailRow(context, mail.id)).answers;

  test('stands with the mail once, as a complaint or as what could not be read, without links', async () => {
    for (const make of [challenge, complaint, challenge]) await take(make(addressOf()));
    const at = context.clock.now().toISOString();
    expect(await answers()).toEqual([
      { kind: 'unclear', at, text: 'Your message waits until you confirm it: «…»' },
      { kind: 'complaint', at, text: 'This is an email abuse report. See «…»' },
    ]);
    expect(await delivery()).toEqual({ delivery: null, reason: null });
    expect(await counts()).toEqual({ complaint: 1, unclear: 2 });
  });

  test('is kept five times, and not where its address is not signed', async () => {
    for (let n = 0; n < 8; n++)
      await take(Buffer.from(String(challenge(addressOf())).replace('waits', `waits ${n}`)));
    await take(complaint('retours+7.0123456789abcdef01234567@example.ca'));
    expect(await answers()).toHaveLength(5);
  });
});

test.each(Object.entries(otherReports))(
  'a report of %s stands with its mail',
  async (_server, [make, told, reason]) => {
    expect(await take(make(addressOf()))).toBe(told);
    expect(await delivery()).toEqual({ delivery: told, reason: expect.stringMatching(reason) });
  },
);

describe('what is not believed, and counted', () => {
  const nothing = { delivery: null, reason: null };

  test('an absence note and a read receipt, though their addresses are signed', async () => {
    expect(await take(absenceNote({ to: addressOf() }))).toBe('other');
    expect(await take(readReceipt({ to: addressOf() }))).toBe('other');
    expect(await take(outlookAbsence(addressOf()))).toBe('other');
    expect((await mailRow(context, mail.id)).answers).toEqual([]);
    expect(await delivery()).toEqual(nothing);
    expect(await counts()).toEqual({ other: 3 });
  });

  test('a report with a forged signature, with that of another mail, and with none', async () => {
    const signed = addressOf();
    const last = signed.indexOf('@') - 1;
    const forged = `${signed.slice(0, last)}${signed[last] === '0' ? '1' : '0'}${signed.slice(last + 1)}`;
    const [other = 0] = await queueMails(context, [{ email: 'lea@etu.example.ca' }]);
    const ofOther = addressOf({ id: other, recipient: 'lea@etu.example.ca' });
    const swapped = ofOther.replace(`+${other}.`, `+${mail.id}.`);
    for (const to of [forged, swapped, 'retours@example.ca', `x${signed}`, `${signed}.attacker.example`])
      expect([to, await take(postfixReport({ to }))]).toEqual([to, 'unsigned']);
    expect(await delivery()).toEqual(nothing);
    expect(await counts()).toEqual({ unsigned: 5 });
  });

  test('a report whose mail has another recipient since a restore', async () => {
    const to = addressOf({ ...mail, recipient: 'lea@etu.example.ca' });
    expect(await take(postfixReport({ to }))).toBe('unsigned');
    expect(await delivery()).toEqual(nothing);
  });

  test.each(['queued', 'cancelled'] as const)(
    'a report about a mail that has not left: %s',
    async (state) => {
      await mark(mail.id, state);
      expect(await take(postfixReport({ to: addressOf() }))).toBe('unsigned');
      expect(await delivery()).toEqual(nothing);
    },
  );

  test('a signed address in the text or in the quoted mail alone', async () => {
    const bytes = String(postfixReport({ to: 'retours@example.ca' })).replace(
      'someone@example.ca',
      addressOf(),
    );
    expect(bytes).toContain(addressOf());
    expect(await take(Buffer.from(bytes))).toBe('unsigned');
  });

  test('what is no message', async () => {
    const nested = Array.from(
      { length: 40 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    expect(await take(Buffer.from(nested.join('')))).toBe('unreadable');
    expect(await counts()).toEqual({ unreadable: 1 });
  });
});
