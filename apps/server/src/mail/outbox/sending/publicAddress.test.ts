import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mailRow, queueMails } from '../fixtures/mails.ts';
import { people, useOutboxTestbed } from '../fixtures/outboxTestbed.ts';
import { findOutgoingStatus } from './outgoing.ts';
import { waitForOutcome } from './waitForOutcome.ts';

const testbed = useOutboxTestbed();

function set(smtpUrl: string, publicUrl: string): void {
  testbed.sendTo(smtpUrl);
  testbed.context = { ...testbed.context, config: { ...testbed.context.config, publicUrl } };
}

it('without a public address nothing goes to a mail server on another machine; the mails wait, and leave once it is set', async () => {
  await testbed.open();
  const { url } = testbed.server;
  set('smtp://mail.uni.example.ca:25', 'http://localhost:3000');
  const ids = await queueMails(testbed.context, people(3));
  testbed.startWorker();
  await wait(400);
  for (const id of ids) {
    const { state, attempts } = await mailRow(testbed.context, id);
    expect([state, attempts]).toEqual(['queued', 0]);
  }
  for (const [language, words] of [
    ['fr', 'L’adresse publique du portail n’est pas réglée (PUBLIC_URL)'],
    ['en', 'The public address of the portal is not set (PUBLIC_URL)'],
  ] as const) {
    const { trouble } = await findOutgoingStatus(testbed.context, language);
    expect(trouble?.reason).toContain(words);
    const key = (await mailRow(testbed.context, ids[0] ?? 0)).key;
    expect(await waitForOutcome(testbed.context, key, language, 0)).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining(words),
    });
  }
  await testbed.stopWorkers();

  set(url, 'https://portail.uni.example.ca');
  testbed.startWorker();
  await testbed.server.waitFor(3);
  await wait(100);
  expect((await findOutgoingStatus(testbed.context, 'fr')).trouble).toBeNull();
  for (const { mail } of testbed.server.received) {
    expect(mail.text).toContain('https://portail.uni.example.ca/');
    expect(`${mail.text} ${mail.html} ${mail.from?.address} ${mail.messageId}`).not.toContain('localhost');
  }
});

it.each(['http://localhost:3000', 'https://portail.uni.example.ca'])(
  'a mail server on this machine takes mails with %s',
  async (publicUrl) => {
    await testbed.open();
    set(testbed.server.url, publicUrl);
    await queueMails(testbed.context, people(1));
    testbed.startWorker();
    await testbed.server.waitFor(1);
  },
);
