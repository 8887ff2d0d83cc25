import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { Received } from './fixtures/mailServer.ts';
import { makeFrame, type Person, queueMails } from './fixtures/mails.ts';
import { someone, useOutboxTestbed } from './fixtures/outboxTestbed.ts';

const testbed = useOutboxTestbed();

/** Returns the mail that the server received; the person is inserted past the validation of names. */
async function send(person: Partial<Person>, mailing: Parameters<typeof queueMails>[2] = {}) {
  await testbed.open();
  await queueMails(testbed.context, [{ ...someone, ...person }], mailing);
  testbed.startWorker();
  await testbed.server.waitFor(1);
  await testbed.stopWorkers();
  expect(testbed.server.received).toHaveLength(1);
  return testbed.server.received[0] as Received;
}

/** The names of all header fields, in order. */
function fieldsOf({ raw }: Received): string[] {
  const head = raw.toString('latin1').split(/\r?\n\r?\n/)[0] ?? '';
  expect(head).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
  return head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.split(':')[0]?.toLowerCase() ?? '')
    .sort();
}

const ordinary = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
];

const breaks = ['\r\n', '\n', '\r', '\r\n ', '\u0085', '\u2028', '\u2029', '\v'];
const lines = breaks.map((end) => `Zoé${end}Bcc: evil@x.ca${end}${end}<p>corps</p>`);
const encoded = [
  `=?utf-8?B?${Buffer.from('Zoé\r\nBcc: evil@x.ca\r\n\r\ncorps').toString('base64')}?=`,
  '=?utf-8?Q?Zo=C3=A9=0D=0ABcc:_evil@x.ca?=',
  '=?us-ascii?Q?Zoe=00=0A?= =?us-ascii?Q?_evil?=',
];
const bidi = ['Zoé \u202eac.x@live', '\u2066Zoé\u2069', '\u200fZoé\u200e'];
const lists = [
  'Zoé, evil@x.ca',
  'Zoé" <evil@x.ca>, "Z',
  'evil@x.ca',
  'Équipe: evil@x.ca;',
  'Zoé <evil@x.ca>',
  '"Zoé" <evil@x.ca>, (x',
  'Zoé\\" <evil@x.ca>',
];
const hostile = [...lines, ...encoded, ...bidi, ...lists];

describe('the name of a recipient', () => {
  test.each(hostile)('adds no header, line or recipient: %j', async (name) => {
    const received = await send({ firstName: name, lastName: name });
    expect(fieldsOf(received)).toEqual(ordinary);
    expect(received.recipients).toEqual([someone.email]);
    expect(received.mail.to).toEqual([{ name: expect.any(String), address: someone.email }]);
    expect(received.mail.to?.[0]?.name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    expect(received.mail.bcc).toBeUndefined();
  });
});

describe('the subject and the sender of a message', () => {
  test.each(hostile)('add no header, line or recipient: %j', async (text) => {
    const received = await send(
      { firstName: text },
      { subject: `{{firstName}} ${text}`, frame: makeFrame('dc@uni.example.ca', text) },
    );
    expect(fieldsOf(received)).toEqual(ordinary);
    expect([received.from, ...received.recipients]).toEqual(['dc@uni.example.ca', someone.email]);
    expect(received.mail.from).toEqual({ name: expect.any(String), address: 'dc@uni.example.ca' });
    expect(received.mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    expect(received.mail.text).toContain('Bonjour');
  });
});

describe('an address', () => {
  test.each([
    'zoe@etu.example.ca, evil@x.ca',
    'zoe@etu.example.ca>,<evil@x.ca',
    'zoe@etu.example.ca>\r\nRCPT TO:<evil@x.ca',
    'zoe@etu.example.ca\r\nDATA\r\nx\r\n.\r\n',
    'Zoé <zoe@etu.example.ca>, evil@x.ca',
  ])('that is several goes to nobody else: %j', async (email) => {
    await testbed.open();
    await queueMails(testbed.context, [{ ...someone, email }, someone]);
    testbed.startWorker();
    for (let tries = 0; !testbed.server.received.some(({ to }) => to === someone.email); tries++) {
      if (tries === 400) throw new Error('The mail behind it did not come.');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await testbed.stopWorkers();
    for (const { recipients, raw } of testbed.server.received) {
      expect(recipients).toHaveLength(1);
      expect(recipients[0]).not.toContain('evil');
      expect((await PostalMime.parse(raw)).bcc).toBeUndefined();
    }
  });
});
