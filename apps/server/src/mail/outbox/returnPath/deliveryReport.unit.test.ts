import { describe, expect, test } from 'vitest';
import { failureWords } from '../transport/failureWords.ts';
import { causeOf } from './causeOf.ts';
import { readMessage } from './deliveryReport.ts';
import { absenceNote, exchangeReport, gmailReport, postfixReport, readReceipt } from './fixtures/messages.ts';

const to = 'retours+7.0123456789abcdef01234567@example.ca';
const reportIn = async (bytes: Uint8Array) => (await readMessage(bytes)).report;

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
    [
      'a letter with a report attached',
      Buffer.from(
        String(postfixReport({ to })).replace(
          'multipart/report; report-type=delivery-status',
          'multipart/mixed',
        ),
      ),
    ],
    ['nothing', Buffer.from('')],
  ])('is not %s', async (_name, bytes) => {
    expect(await reportIn(bytes)).toBeNull();
  });
});

describe('the cause', () => {
  test.each([
    ['5.1.1', '', 'mailboxUnknown'],
    ['5.1.10', '', 'mailboxUnknown'],
    ['5.1.2', '', 'domainUnknown'],
    ['5.4.4', '', 'domainUnknown'],
    ['5.2.1', '', 'mailboxClosed'],
    ['5.2.2', '', 'mailboxFull'],
    ['4.2.2', '', 'mailboxFull'],
    ['5.7.1', '', 'refusedByPolicy'],
    ['5.7.26', '', 'refusedByPolicy'],
    ['5.3.4', '', 'contentRefused'],
    ['4.4.1', '', 'recipientServerSilent'],
    ['4.7.0', '', 'recipientServerSilent'],
    ['5.0.0', '550 5.1.1 No such user', 'mailboxUnknown'],
    ['', '550 5.2.2 Full', 'mailboxFull'],
    ['5.0.0', '550 No', 'recipientRefused'],
    ['5.9.9', '', 'recipientRefused'],
  ])('of %j %j is %s, in both languages', (status, words, cause) => {
    expect(causeOf('failed', status, words)).toBe(cause);
    for (const language of ['fr', 'en'] as const) expect(failureWords(cause, language)).toMatch(/\.$/);
  });
});
