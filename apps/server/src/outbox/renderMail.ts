import type { Language } from '@guichet/contract/core/language';
import { decrypt } from '../platform/crypto/encryption.ts';
import { fillHtml, fillText, headerLine, type Values } from './fillPlaceholders.ts';
import { fillLinkNote } from './linkNote.ts';
import {
  confirmEmailLink,
  forgotPasswordLink,
  type LinkPlace,
  loginLink,
  resetPasswordLink,
} from './mailLinks.ts';
import { mailToken } from './mailTokens.ts';
import type { Mailbox } from './sender.ts';
import type { OwnVariables, SecretLink, SharedVariables } from './variables.ts';

/** The frozen text that many mails share, as it is stored. */
export interface Mailing {
  readonly id: number;
  readonly language: Language;
  readonly from: Mailbox;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachmentId: number | null;
  readonly variables: SharedVariables;
}

/** One mail of it, as it is stored. */
export interface Mail {
  readonly id: number;
  readonly recipient: string;
  readonly recipientName: string;
  readonly queuedAt: Date;
  readonly variables: OwnVariables;
}

export interface RenderedMail {
  readonly messageId: string;
  readonly language: Language;
  readonly date: Date;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What of this installation stands in mails. `keys` null: secrets are masked. */
export interface Site {
  readonly publicUrl: string;
  readonly keys: { readonly tokens: Buffer; readonly encryption: Buffer } | null;
}

const mask = '«…»';

/** The same rows give the same mail, whenever it is sent, sent again or shown. */
export function renderMail(mailing: Mailing, mail: Mail, site: Site, now: Date): RenderedMail {
  const { language, from } = mailing;
  const values = valuesOf(mailing, mail, site, now);
  const until = hasLiveSecret(mail.variables, now) ? mailing.variables.linkUntil : undefined;
  return {
    messageId: messageIdOf(mailing, mail),
    language,
    // The moment the mail was ready to leave (RFC 5322 §3.6.1), also when it waited afterwards.
    date: mail.queuedAt,
    from: { name: headerLine(from.name), address: from.address },
    to: { name: headerLine(mail.recipientName), address: mail.recipient },
    subject: subjectOf(mailing, mail.variables, site.publicUrl),
    html: fillHtml(fillLinkNote(mailing.html, language, until), values),
    text: fillText(fillLinkNote(mailing.text, language, until), values),
  };
}

/**
 * Fixed per mail, so that mail servers know one that comes twice. The moment tells apart two installations, or two
 * lives of one, that send from the same address and both count from 1.
 */
export function messageIdOf(
  mailing: Pick<Mailing, 'id' | 'from'>,
  mail: Pick<Mail, 'id' | 'queuedAt'>,
): string {
  const domain = mailing.from.address.slice(mailing.from.address.lastIndexOf('@') + 1);
  return `<m${mail.id}.${mailing.id}.${mail.queuedAt.getTime().toString(36)}@${domain}>`;
}

/** A subject never holds a secret: inboxes, notices and logs show it to anybody who passes by. */
export function subjectOf(
  { language, subject, variables }: Pick<Mailing, 'language' | 'subject' | 'variables'>,
  own: OwnVariables,
  publicUrl: string,
): string {
  const place = { language, systemId: variables.linkSystemId };
  const filled = fillText(subject, {
    ...wordsOf(variables),
    ...namesOf(own),
    loginUrl: loginLink(publicUrl, place),
    setPasswordUrl: forgotPasswordLink(publicUrl, place),
  });
  return headerLine(filled);
}

function valuesOf(mailing: Mailing, mail: Mail, site: Site, now: Date): Values {
  return {
    ...wordsOf(mailing.variables),
    ...namesOf(mail.variables),
    loginUrl: loginLink(site.publicUrl, placeOf(mailing)),
    setPasswordUrl: setPasswordLink(mailing, mail.variables, site, now),
    ...givenSecrets(mailing, mail.variables, site),
  };
}

/** What only the mail of a new account, or of a password that somebody else gave, can say. */
function givenSecrets(
  mailing: Mailing,
  { email, confirmLink, encryptedPassword }: OwnVariables,
  { publicUrl, keys }: Site,
): Values {
  const link = { email, ...placeOf(mailing) };
  return {
    ...(encryptedPassword && {
      newPassword: keys ? decrypt(keys.encryption, encryptedPassword, email) : mask,
    }),
    ...(confirmLink && {
      confirmUrl: keys
        ? confirmEmailLink(publicUrl, { ...link, token: tokenOf(keys.tokens, confirmLink) })
        : masked(confirmEmailLink(publicUrl, { ...link, token: '' })),
    }),
  };
}

function masked(link: string): string {
  return link.replace('?t=&', `?t=${mask}&`);
}

function wordsOf({ systemTitle = '', examTitle = '', examDate = '' }: SharedVariables): Values {
  return { systemTitle, examTitle, examDate };
}

function namesOf({ firstName, lastName, email }: OwnVariables): Values {
  return { firstName, lastName, email };
}

/** Who needs no secret link, or whose link is over before the mail could leave, is led to ask for one. */
function setPasswordLink(mailing: Mailing, own: OwnVariables, site: Site, now: Date): string {
  const place = placeOf(mailing);
  if (!hasLiveSecret(own, now)) return forgotPasswordLink(site.publicUrl, place);
  const link = { email: own.email, ...place };
  if (!site.keys) return masked(resetPasswordLink(site.publicUrl, { ...link, token: '' }));
  return resetPasswordLink(site.publicUrl, { ...link, token: tokenOf(site.keys.tokens, own.secretLink) });
}

/** Whether who reads the mail whole could do something with it. */
export function holdsSecret(own: OwnVariables, now: Date): boolean {
  const links = [own.secretLink, own.confirmLink];
  return own.encryptedPassword !== undefined || links.some((link) => link && isLive(link, now));
}

function hasLiveSecret(own: OwnVariables, now: Date): own is OwnVariables & { secretLink: SecretLink } {
  return own.secretLink !== undefined && isLive(own.secretLink, now);
}

function isLive({ expiresAt }: SecretLink, now: Date): boolean {
  return expiresAt === null || new Date(expiresAt) > now;
}

function placeOf({ language, variables }: Mailing): LinkPlace {
  return { language, systemId: variables.linkSystemId };
}

function tokenOf(key: Buffer, { purpose, subject, expiresAt }: SecretLink): string {
  return mailToken(key, { purpose, subject, expiresAt: expiresAt === null ? null : new Date(expiresAt) });
}
