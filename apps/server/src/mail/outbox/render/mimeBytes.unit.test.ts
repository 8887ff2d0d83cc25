import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Attachment, mimeTree } from './composeMail.ts';
import type { Logo } from './logo.ts';
import type { RenderedMail } from './mail.ts';
import { mimeBytes } from './mimeBytes.ts';

const signs = [
  ...'ab é€😀=.,\t-<>"/?&',
  '\n',
  '\r\n',
  '. ',
  '\n.',
  'mot '.repeat(20),
  'x'.repeat(75),
  'é'.repeat(30),
];
// With a blank at the very end, the library breaks the last line elsewhere; both decode to the same text.
const words = fc.string({ unit: fc.constantFrom(...signs), maxLength: 120 }).map((text) => text.trimEnd());
const name = fc.string({ unit: fc.constantFrom(...'ab é,"<>=?', 'Zoé ', 'Côté-'), maxLength: 30 });
const address = fc.constantFrom('zoe@etu.example.ca', 'zoé@étu.example.ca', '"z o e"@etu.example.ca');

const mail: fc.Arbitrary<RenderedMail> = fc.record({
  messageId: fc.constant('<m1.2.abc@uni.example.ca>'),
  language: fc.constantFrom('fr', 'en'),
  date: fc.constant(new Date('2027-01-11T15:00:00Z')),
  from: fc.record({ name, address: fc.constant('dc@uni.example.ca') }),
  replyTo: fc.option(fc.constantFrom('bureau@uni.example.ca', 'bureau@étu.example.ca')),
  to: fc.record({ name, address }),
  subject: words,
  html: words.map((text) => `<p>${text}`),
  text: words,
});

const attachment: fc.Arbitrary<Attachment> = fc.record({
  fileName: fc.constantFrom('plan.pdf', 'Plan d’accès « été ».pdf', `${'long '.repeat(30)}.png`),
  contentType: fc.constantFrom('application/pdf', 'image/png', 'text/plain', 'message/rfc822'),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(Buffer.alloc(150_000, 7)),
  ),
});

const logo: fc.Arbitrary<Logo | null> = fc.option(
  fc.record({
    id: fc.constant(7),
    contentType: fc.constantFrom('image/png', 'image/jpeg'),
    bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  }),
);

test('the bytes of a mail equal those of the library, also with a cached attachment', async () => {
  const files = fc.record({
    attachment: fc.option(attachment),
    calendars: fc.array(attachment, { maxLength: 2 }),
    logo,
  });
  const asTheLibrary = fc.asyncProperty(mail, files, async (one, of) => {
    const theirs = await mimeTree(one, of).build();
    for (const ours of [mimeBytes(mimeTree(one, of)), mimeBytes(mimeTree(one, of))])
      expect(ours.toString('latin1')).toBe(theirs.toString('latin1'));
  });
  await fc.assert(asTheLibrary, { numRuns: 300 });
});
