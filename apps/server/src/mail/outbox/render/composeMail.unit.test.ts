import { escapeHtml } from '@guichet/contract/core/html';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { toPlainText } from '../../richText/plainText.ts';
import { composeMail } from './composeMail.ts';
import { cutPreheader } from './greeting.ts';
import type { RenderedMail } from './mail.ts';
import { layOutMail } from './mailLayout.ts';

const mail: RenderedMail = {
  messageId: '<m1.2.abc@uni.example.ca>',
  language: 'en',
  date: new Date('2027-01-11T15:00:00Z'),
  from: { name: 'Équipe, « DC » <dc>', address: 'dc@uni.example.ca' },
  replyTo: null,
  to: { name: 'Zoé "La" Côté, fils', address: 'zoe@etu.example.ca' },
  subject: 'Œuvre — ça va? 😀'.repeat(8),
  html: '<p>Été</p>',
  text: 'Été',
};

const noFiles = { attachment: null, calendars: [], logo: null };

const parse = (of: Partial<RenderedMail> = {}) =>
  PostalMime.parse(composeMail(1, { ...mail, ...of }, noFiles).bytes);

describe('the bytes of a mail', () => {
  test('are the same for the same mail', async () => {
    const attachment = { fileName: 'a.pdf', contentType: 'application/pdf', bytes: Buffer.from('x') };
    const files = { ...noFiles, attachment };
    const [first, second] = [composeMail(1, mail, files), composeMail(1, mail, files)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  test('keep names with commas, quotes, angle brackets and accents as one mailbox', async () => {
    const parsed = await parse();
    expect(parsed.from).toEqual(mail.from);
    expect(parsed.to).toEqual([mail.to]);
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.date).toBe('2027-01-11T15:00:00.000Z');
  });

  test.each([
    ['r&d@etu.example.ca', 'r&d@etu.example.ca'],
    ['"zoe cote"@etu.example.ca', '"zoe cote"@etu.example.ca'],
    ['"zoe,c;d:e.."@etu.example.ca', '"zoe,c;d:e.."@etu.example.ca'],
    ['zoe@université.ca', 'zoe@xn--universit-j4a.ca'],
  ])('go to %s as a mail server spells it', async (address, spelled) => {
    const { bytes, to } = composeMail(1, { ...mail, to: { name: 'Zoé', address } }, noFiles);
    expect(to).toBe(spelled);
    expect((await PostalMime.parse(bytes)).to).toEqual([{ name: 'Zoé', address: spelled }]);
  });

  test.each([
    ['the name of the recipient', { to: { name: 'Zoé\r\nBcc: evil@x.ca', address: 'zoe@etu.example.ca' } }],
    ['the name of the sender', { from: { name: 'DC\nBcc: evil@x.ca', address: 'dc@uni.example.ca' } }],
    ['the subject', { subject: 'Bonjour\r\nBcc: evil@x.ca\r\n\r\n<p>' }],
    ['the address', { to: { name: 'Zoé', address: 'zoe@etu.example.ca>\r\nBcc: <evil@x.ca' } }],
  ])('hold no header that %s brings along', async (_where, of) => {
    const { bytes, to } = composeMail(1, { ...mail, ...of }, noFiles);
    const head = bytes.toString('latin1').split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
    expect((await PostalMime.parse(bytes)).bcc).toBeUndefined();
    expect(to).not.toMatch(/[\r\n]/);
  });

  test.each(['a\r\nBcc: evil@x.ca\r\n\r\nb.pdf', 'a"; x="\r\nBcc: evil@x.ca', 'a\0\nBcc: evil@x.ca'])(
    'contain no header from the file name %j',
    async (fileName) => {
      const attachment = { fileName, contentType: 'application/pdf', bytes: Buffer.from('x') };
      const { bytes } = composeMail(1, mail, { ...noFiles, attachment });
      expect(bytes.toString('latin1')).not.toMatch(/^bcc:/im);
      const parsed = await PostalMime.parse(bytes);
      expect([parsed.bcc, parsed.attachments.length, parsed.to]).toEqual([undefined, 1, [mail.to]]);
    },
  );

  test('have no line longer than mail servers accept', async () => {
    const { bytes } = composeMail(1, { ...mail, html: `<p>${'é'.repeat(5000)}</p>` }, noFiles);
    for (const line of bytes.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(998);
    expect(bytes.every((byte) => byte < 128)).toBe(true);
  });
});

describe('the layout', () => {
  const body =
    '<p>Hello {{firstName}},</p><p><a href="{{setPasswordUrl}}">Choose my password</a></p><p>See <a href="{{loginUrl}}">the portal</a>.</p><p><a href="{{loginUrl}}">{{loginUrl}}</a></p>';
  const html = layOutMail({
    language: 'en',
    subject: 'A & <b>',
    body,
    universityName: 'University of "X" & Y',
    logo: null,
    footer: [],
    preheader: cutPreheader(toPlainText(body)),
  });

  test('names the language, the university and what the mail is about, as text', () => {
    expect(html).toContain('<html lang="en">');
    expect(html).toContain(`<title>${escapeHtml('A & <b>')}</title>`);
    expect(html).toContain(escapeHtml('University of "X" & Y'));
  });

  test('has one landmark, one heading in it, and words for the logo where images are blocked', () => {
    const logo = { id: 7, width: 480, height: 120 };
    const mail = { language: 'en', subject: 'A', body, footer: [], preheader: '' } as const;
    const withLogo = layOutMail({ ...mail, universityName: 'University of "X"', logo });
    expect(withLogo).toMatch(/ aria-hidden="true"><\/div>\n<div role="main">[\s\S]*<\/div>\n<\/body>/);
    // The logo stands for the name, which nobody reads twice.
    expect(withLogo).toMatch(/<h1\b[^>]*><img\b[^>]*><\/h1>/);
    expect(withLogo).toContain(`alt="${escapeHtml('University of "X"')}"`);
  });

  test('turns a link on the last line of a paragraph into a button', () => {
    const lines =
      '<p>Choose it.<br /><a href="{{setPasswordUrl}}">Choose</a></p><p><a href="{{loginUrl}}">Go</a> now</p>';
    const rest = { subject: '', universityName: '', logo: null, footer: [], preheader: '' };
    expect(layOutMail({ ...rest, language: 'en', body: lines }).match(/class="button"[^>]*>\w+/g)).toEqual([
      expect.stringMatching(/>Choose$/),
    ]);
  });

  test('fills the first button alone: the others do not compete with it', () => {
    const lines =
      '<p><a href="{{setPasswordUrl}}">Choose</a></p><p><a href="{{loginUrl}}">See my exam</a></p>';
    const rest = { subject: '', universityName: '', logo: null, footer: [], preheader: '' };
    const mail = layOutMail({ ...rest, language: 'en', body: lines });
    expect(mail.match(/class="(?:button|second)"[^>]*>[\w ]+/g)).toEqual([
      expect.stringMatching(/^class="button".*>Choose$/),
      expect.stringMatching(/^class="second".*>See my exam$/),
    ]);
  });

  test('turns a paragraph that is one link into the portal into a button, and no other', () => {
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html).toMatch(/class="button" href="\{\{setPasswordUrl\}\}" style="[^"]+">Choose my password</);
  });

  test('loads nothing from the network', () => {
    expect(html).not.toMatch(/<(?:img|link|script|iframe)\b|@import|url\(/i);
  });
});

test('the text part keeps links after their words, lists and placeholders', () => {
  const text = toPlainText(
    '<h2>Titre</h2><p>Un <strong>mot</strong>, <a href="{{setPasswordUrl}}">choisir</a></p><ul><li>un</li></ul><p><a href="https://a.ca">https://a.ca</a></p>',
  );
  expect(text).toBe('Titre\n\nUn mot, choisir <{{setPasswordUrl}}>\n\n- un\n\nhttps://a.ca');
});
