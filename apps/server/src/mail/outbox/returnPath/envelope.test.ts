import { expect, test } from 'vitest';
import type { Received } from '../fixtures/mailServer.ts';
import { mailRow, queueMails } from '../fixtures/mails.ts';
import { people, useOutboxTestbed } from '../fixtures/outboxTestbed.ts';
import { claimsIn, isSigned } from './returnPath.ts';

const testbed = useOutboxTestbed();

test('each mail leaves with a signed return path of its own, and the sender that people see', async () => {
  await testbed.open();
  const { context } = testbed;
  const mailbox = { host: 'imap.example.ca', port: 993, secure: true, folder: 'INBOX' };
  const returnPath = {
    address: 'retours@example.ca',
    separator: '-',
    mailbox: { ...mailbox, user: 'retours', password: 'secret' },
  } as const;
  testbed.context = { ...context, config: { ...context.config, returnPath } };
  const ids = await queueMails(testbed.context, people(3));
  testbed.startWorker();
  await testbed.server.waitFor(3);
  const { received } = testbed.server;
  expect(new Set(received.map(({ from }) => from)).size).toBe(3);
  for (const { from, to, mail } of received as readonly Received[]) {
    expect(from).toMatch(/^retours-\d+\.[0-9a-f]{24}@example\.ca$/);
    expect(mail.from?.address).toBe('no-reply@localhost');
    expect(String(mail.headers.map(({ value }) => value))).not.toContain('retours');
    const [claim = { mailId: 0, signature: '' }] = claimsIn(returnPath, [`<${from}>`]);
    expect(ids).toContain(claim.mailId);
    expect(await mailRow(context, claim.mailId)).toMatchObject({ recipient: to });
    expect(isSigned(context.keys, claim, { id: claim.mailId, recipient: to })).toBe(true);
    expect(isSigned(context.keys, claim, { id: claim.mailId, recipient: `x${to}` })).toBe(false);
  }
});
