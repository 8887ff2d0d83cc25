import { describe, expect, test } from 'vitest';
import { readMessage } from './deliveryReport.ts';
import { absenceNote, exchangeReport, gmailReport, postfixReport, readReceipt } from './fixtures/messages.ts';
import { challenge, complaint, otherReports, outlookAbsence, thanks } from './fixtures/otherReports.ts';

const to = 'retours+7.0123456789abcdef01234567@example.ca';
async function reportIn(bytes: Uint8Array) {
  const message = await readMessage(bytes);
  return message && 'report' in message ? message.report : null;
}

describe('a report', () => {
  test.each([
    [
      'Postfix',
      postfixReport({ to }),
      /^mailboxUnknown: 550 5\.1\.1 <zoe@etu\.example\.ca>: Recipient address rejected/,
    ],
    ['Exchange', exchangeReport({ to }), /^mailboxUnknown: 550 5\.1\.10 RESOLVER\.ADR\.RecipientNotFound/],
    ['Gmail', gmailReport({ to }), /^mailboxFull: 552-5\.2\.2 The email account/],
  ])('of %s tells that the mail came back, and why', async (_server, bytes, reason) => {
    expect(await reportIn(bytes)).toEqual({ delivery: 'failed', reason: expect.stringMatching(reason) });
  });

  test.each(Object.entries(otherReports))(
    'of %s is read, with its cause',
    async (_server, [make, delivery, reason]) => {
      expect(await reportIn(make(to))).toEqual({ delivery, reason: expect.stringMatching(reason) });
    },
  );

  test('of a delay is no failure, and of a delivery neither', async () => {
    const told = { to, status: '4.4.1', diagnostic: '421 4.4.1 Connection timed out' };
    expect(await reportIn(postfixReport(told, 'delayed'))).toEqual({
      delivery: 'delayed',
      reason: 'deliveryDelayed: 421 4.4.1 Connection timed out',
    });
    for (const action of ['delivered', 'relayed', 'expanded (to a list)'])
      expect(await reportIn(postfixReport({ to, status: '2.0.0' }, action))).toEqual({
        delivery: 'delivered',
        reason: null,
      });
    expect(await reportIn(postfixReport({ to }, 'postponed'))).toBeNull();
  });

  test('shows no address of the web that the server quotes', async () => {
    const { reason = '' } = (await reportIn(gmailReport({ to }))) ?? {};
    expect(reason).not.toContain('https://');
  });

  test('of a server that writes an old encoding, or UTF-8, has its words as they were', async () => {
    const words = '550 5.1.1 Adresse refusée\u00a0: boîte inexistante';
    const text = String(postfixReport({ to, diagnostic: words }));
    for (const encoding of ['latin1', 'utf8'] as const)
      expect(await reportIn(Buffer.from(text, encoding))).toMatchObject({
        reason: 'mailboxUnknown: 550 5.1.1 Adresse refusée : boîte inexistante',
      });
  });

  test('is read although its end is missing', async () => {
    const whole = postfixReport({ to });
    const cut = whole.subarray(0, whole.indexOf('Bonjour'));
    expect(await reportIn(cut)).toMatchObject({ delivery: 'failed' });
  });

  test.each([
    ['an absence note', absenceNote({ to })],
    ['a read receipt', readReceipt({ to })],
    ['a letter', Buffer.from(`To: ${to}\r\nSubject: Bonjour\r\n\r\nAction: failed\r\n`)],
    ['an absence note with the words of a refusal', outlookAbsence(to)],
    ['nothing', Buffer.from('')],
  ])('is not %s', async (_name, bytes) => {
    expect(await reportIn(bytes)).toBeNull();
  });
});

describe('another answer from a mail system or from nobody', () => {
  test('is a complaint, or has its text without the mail that it quotes', async () => {
    expect(await readMessage(complaint(to))).toEqual({
      answer: { kind: 'complaint', text: expect.stringMatching(/^This is an email abuse report/) },
    });
    expect(await readMessage(challenge(to))).toEqual({
      answer: { kind: 'unclear', text: expect.stringMatching(/^Your message waits/) },
    });
    expect(await readMessage(thanks(to))).toEqual({
      answer: { kind: 'unclear', text: expect.stringMatching(/^Thank you/) },
    });
  });

  test.each([
    ['an absence note', absenceNote({ to })],
    ['an absence note of Outlook', outlookAbsence(to)],
    ['a read receipt', readReceipt({ to })],
  ])('is not %s', async (_name, bytes) => {
    expect(await readMessage(bytes)).toBeNull();
  });
});
