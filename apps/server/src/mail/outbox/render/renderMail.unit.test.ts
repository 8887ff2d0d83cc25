import { escapeHtml } from '@guichet/contract/core/html';
import { expect, test } from 'vitest';
import { fillHtml, fillText } from './fillPlaceholders.ts';
import { withLinkNote } from './linkNote.ts';
import type { Mail, Mailing } from './mail.ts';
import { openMailToken } from './mailSecrets.ts';
import { renderMail } from './renderMail.ts';

const now = new Date('2027-01-11T15:00:00Z');
const key = Buffer.alloc(32, 7);
const site = { publicUrl: 'https://portail.example.ca', keys: { tokens: key, encryption: key } };

const mailing: Mailing = {
  id: 5,
  language: 'fr',
  from: { name: 'Équipe DC', address: 'dc@uni.example.ca' },
  replyTo: null,
  logoId: null,
  subject: '{{firstName}}, votre place pour {{examTitle}}',
  html: '<p>{{ firstName }} {{lastName}}</p><a href="{{setPasswordUrl}}">x</a> <a href="{{loginUrl}}">y</a>',
  text: '{{firstName}} <{{setPasswordUrl}}> {{loginUrl}}',
  attachmentId: null,
  variables: { linkSystemId: 3, examTitle: 'Hiver & fils' },
};
const secretLink = {
  purpose: 'firstPassword',
  subject: '42',
  expiresAt: '2027-02-10T15:00:00.000Z',
} as const;
const mail: Mail = {
  id: 9,
  recipient: 'zoe+a@etu.example.ca',
  recipientName: 'Zoé Côté',
  queuedAt: now,
  variables: { firstName: 'Zoé', lastName: 'Côté', email: 'zoe+a@etu.example.ca', secretLink },
};

const render = (own: Partial<Mail['variables']> = {}, at = now) =>
  renderMail(mailing, { ...mail, variables: { ...mail.variables, ...own } }, site, at);

const linkIn = (text: string) => new URL(/<(\S+)>/.exec(text)?.[1] ?? '');

test('S7.8 the secret link is /reset-password with t, u, lang and systemId', () => {
  const link = linkIn(render().text);
  expect(link.origin + link.pathname).toBe('https://portail.example.ca/reset-password');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    t: expect.any(String),
    u: 'zoe+a@etu.example.ca',
    lang: 'fr',
    systemId: '3',
  });
  expect(openMailToken(key, link.searchParams.get('t') ?? '')).toMatchObject({ subject: '42' });
});

test.each([
  ['Bonjour {{firstName}} {{lastName}},', 'Bonjour Sukarno,'],
  ['Bonjour {{firstName}},', 'Bonjour Sukarno,'],
  ['Hello {{lastName}}, {{firstName}}!', 'Hello Sukarno!'],
  [
    '<p>Bonjour <b>{{firstName}}</b>&nbsp;<i>{{ lastName }}</i>,</p>',
    '<p>Bonjour <b>Sukarno</b><i></i>,</p>',
  ],
  ['Dossier de {{lastName}}. Bonjour {{firstName}}.', 'Dossier de Sukarno. Bonjour Sukarno.'],
])('somebody with a single name is greeted by it: %s', (template, filled) => {
  for (const none of ['', '-', '.', 'FNU']) {
    const variables = { ...mail.variables, firstName: none, lastName: 'Sukarno' };
    const other = { ...mail.variables, firstName: 'Sukarno', lastName: none };
    for (const own of [variables, other])
      expect(renderMail({ ...mailing, html: template }, { ...mail, variables: own }, site, now).html).toBe(
        filled,
      );
  }
});

test('the same rows give the same mail at any time', () => {
  expect(render({}, new Date('2027-01-20T00:00:00Z'))).toEqual(render());
});

test('two installations with the same ids have different Message-IDs', () => {
  const later = { ...mail, queuedAt: new Date('2027-01-11T15:00:01Z') };
  expect(renderMail(mailing, later, site, now).messageId).not.toBe(render().messageId);
});

test('with a password, or after the link expired, the mail links to the request for a new one, in its language, and with the address of who has none yet', () => {
  const { secretLink: _, ...withPassword } = mail.variables;
  const ended = render({}, new Date('2027-03-01T00:00:00Z'));
  const known = renderMail(mailing, { ...mail, variables: withPassword }, site, now);
  const foreign = renderMail(mailing, { ...mail, mayHoldLink: false }, site, now);
  const plain = 'https://portail.example.ca/forgot-password?lang=fr&systemId=3';
  const filled = plain.replace('?', `?u=${encodeURIComponent(withPassword.email)}&`);
  expect([ended, foreign, known].map(({ text }) => linkIn(text).href)).toEqual([filled, filled, plain]);
});

test('every link opens in the language of the mail', () => {
  const english = renderMail({ ...mailing, language: 'en' }, mail, site, now);
  expect(english.text).toContain('lang=en');
  expect(english.text).toMatch(/ https:\/\/portail\.example\.ca\/login\?lang=en&systemId=3$/);
});

test('a link to a first password states its last day, only to people who get it', () => {
  const shared = { ...mailing.variables, linkUntil: 'mardi 1er juin 2027' };
  const noted = {
    ...mailing,
    html: withLinkNote(mailing.html),
    text: `${mailing.text}\n\n{{linkNote}}\n\n-- `,
    variables: shared,
  };
  const { secretLink: _, ...withPassword } = mail.variables;
  const invited = renderMail(noted, mail, site, now);
  const known = renderMail(noted, { ...mail, variables: withPassword }, site, now);
  expect(invited.text).toMatch(
    /ne peut être utilisé qu’une fois, au plus tard le mardi 1er juin 2027\.\n\n-- $/,
  );
  expect(invited.html).toContain('au plus tard le mardi 1er juin 2027.</p>');
  expect(known.text).toMatch(/lang=fr&systemId=3\n\n-- $/);
  expect(known.html).not.toMatch(/linkNote|class="muted"/);
});

test('without the key only the token is masked', () => {
  const { text, html } = renderMail(mailing, mail, { ...site, keys: null }, now);
  expect(text).toContain('/reset-password?t=«…»&u=zoe%2Ba%40etu.example.ca&lang=fr&systemId=3');
  expect(html).toContain(escapeHtml('?t=«…»&u='));
  expect(text + html).not.toContain('firstPassword');
});

test('a name adds no markup to HTML and no line to a subject or a text', () => {
  const evil = render({ firstName: '<script>"\'&\r\nBcc: x@y.z\u2028\u202e' });
  expect(evil.html).toContain(escapeHtml('<script>"\'& Bcc: x@y.z'));
  expect(evil.html).not.toContain('<script');
  expect(evil.subject).toBe('<script>"\'& Bcc: x@y.z, votre place pour Hiver & fils');
  expect(evil.text.split('\n')).toHaveLength(1);
});

test('a name that looks like a placeholder is not filled again', () => {
  expect(fillText('{{firstName}}', { firstName: '{{lastName}}', lastName: 'x' })).toBe('{{lastName}}');
});

test('a placeholder without a value stays, also one named like a property of every object', () => {
  expect(fillHtml('{{toString}} {{examDate}}', {})).toBe('{{toString}} {{examDate}}');
});

test('a subject never contains the secret', () => {
  const { subject } = renderMail({ ...mailing, subject: '{{setPasswordUrl}}' }, mail, site, now);
  expect(subject).toBe('https://portail.example.ca/forgot-password?lang=fr&systemId=3');
});

test('hours that end in “p.m.” end a sentence with one stop; nothing else loses its own', () => {
  const values = { examTime: '9 a.m. to 12:30 p.m.', lastName: 'Roy Jr.' };
  expect(fillText('Time: {{examTime}}. Room 2.', values)).toBe('Time: 9 a.m. to 12:30 p.m. Room 2.');
  expect(fillHtml('{{examTime}}… {{examTime}}... {{lastName}}.', values)).toBe(
    '9 a.m. to 12:30 p.m.… 9 a.m. to 12:30 p.m.... Roy Jr..',
  );
  expect(fillText('{{examTime}}.', { examTime: '9 h à 12 h 30' })).toBe('9 h à 12 h 30.');
  expect(fillText('{{unknown}}.', values)).toBe('{{unknown}}.');
});
