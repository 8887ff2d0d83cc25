import { standsForNoName } from '@guichet/contract/core/fullName';
import { isKept, toColumn, valueIn } from '@guichet/contract/core/listValues';
import { decrypt } from '../../../core/crypto/encryption.ts';
import { isLoopbackHost } from '../../../core/runtime/publicAddress.ts';
import * as richText from '../../richText/richText.service.ts';
import { listPlaceholders } from './emptyLines.ts';
import { fillHtml, fillText, headerLine, type Values } from './fillPlaceholders.ts';
import { fillLinkNote, type LinkReader, withoutMarks } from './linkNote.ts';
import type {
  Mail,
  Mailbox,
  Mailing,
  OwnVariables,
  RenderedMail,
  SecretLink,
  SharedVariables,
} from './mail.ts';
import { type LinkPlace, mailLink } from './mailLinks.ts';
import { addressMark, mailToken } from './mailSecrets.ts';
import { fillOwnTime, withOwnHours } from './ownEndNote.ts';

/** The settings of this installation that mails contain. `keys` null: secrets are masked. */
export interface Site {
  readonly publicUrl: string;
  readonly keys: { readonly tokens: Buffer; readonly encryption: Buffer } | null;
}

const mask = '«…»';

/** Renders a stored mail; the result is the same whether the mail is sent, sent again or shown. */
export function renderMail(frozen: Mailing, stored: Mail, site: Site, now: Date): RenderedMail {
  const ownTime = stored.ownTime ?? null;
  const from = presentSender(frozen.from, site);
  const mailing = { ...frozen, from, variables: withOwnHours(frozen, ownTime) };
  const { language, replyTo } = mailing;
  const mail = withoutLooseSecrets(mailing, stored, site, now);
  const values = valuesOf(mailing, mail, site, now);
  const isComplete = mail.variables.isTest || hasLiveSecret(mail.variables, now);
  const reader = {
    until: isComplete ? mailing.variables.linkUntil : undefined,
    instead: otherWordsFor(mail.variables),
  };
  const noted = (frozen: string, form: 'html' | 'text') =>
    fillOwnTime(fillLinkNote(frozen, language, reader, form), language, ownTime);
  return {
    messageId: makeMessageId(mailing, mail),
    language,
    // When the mail was ready to be sent (RFC 5322 §3.6.1), even if it waited afterwards.
    date: mail.queuedAt,
    from: { name: headerLine(from.name), address: from.address },
    replyTo,
    to: { name: headerLine(mail.recipientName), address: mail.recipient },
    subject: renderSubject(mailing, mail.variables, site.publicUrl),
    html: fillHtml(noted(mailing.html, 'html'), values),
    text: fillText(noted(mailing.text, 'text'), values),
  };
}

function otherWordsFor({ secretLink, asksForLink, isTest }: OwnVariables): LinkReader['instead'] {
  if (asksForLink) return 'asksForLink';
  return secretLink || isTest ? null : 'hasPassword';
}

/** A text that was frozen while there was no public address has a sender on the loopback host. */
function presentSender(from: Mailbox, { publicUrl }: Site): Mailbox {
  const [, name, host = '-'] = /^(no-reply)@(.+)$/.exec(from.address) ?? [];
  return isLoopbackHost(host) ? { ...from, address: `${name}@${new URL(publicUrl).hostname}` } : from;
}

/**
 * Fixed for each mail, so that mail servers recognise duplicates. The creation time tells apart two
 * installations, or an installation and its successor, that share an address and both count from 1.
 */
export function makeMessageId(
  mailing: Pick<Mailing, 'id' | 'from'>,
  mail: Pick<Mail, 'id' | 'queuedAt'>,
): string {
  const domain = mailing.from.address.slice(mailing.from.address.lastIndexOf('@') + 1);
  return `<m${mail.id}.${mailing.id}.${mail.queuedAt.getTime().toString(36)}@${domain}>`;
}

/** A subject never contains a secret, because inboxes, notifications and logs show it. */
export function renderSubject(
  { language, subject, variables }: Pick<Mailing, 'language' | 'subject' | 'variables'>,
  own: OwnVariables,
  publicUrl: string,
): string {
  const place = { language, systemId: variables.linkSystemId };
  const filled = fillText(subject, {
    ...sharedValues(variables),
    ...namesOf(own),
    ...listValuesOf(subject, own),
    loginUrl: mailLink(publicUrl, '/login', place),
    setPasswordUrl: mailLink(publicUrl, '/forgot-password', place),
  });
  return headerLine(filled);
}

/**
 * Removes the secrets that the mail may not contain: a link to a first password if the system may not manage
 * the person; and all secrets if an old text, or a value, would make a secret part of an address.
 */
function withoutLooseSecrets(mailing: Mailing, mail: Mail, site: Site, now: Date): Mail {
  if (!holdsSecret(mail.variables, now)) return mail;
  const { secretLink, ...others } = mail.variables;
  const { confirmLink: _link, encryptedPassword: _password, ...bare } = others;
  const kept = { ...valuesOf(mailing, { ...mail, variables: bare }, site, now) };
  for (const name of richText.secretPlaceholders) delete kept[name];
  const isWrapped =
    richText.findWrappedSecretIn(fillHtml(withoutMarks(mailing.html), kept)) ??
    richText.findWrappedSecret(fillText(withoutMarks(mailing.text), kept));
  if (isWrapped) return { ...mail, variables: bare };
  return mail.mayHoldLink === false && secretLink
    ? { ...mail, variables: { ...others, asksForLink: true } }
    : mail;
}

function valuesOf(mailing: Mailing, mail: Mail, site: Site, now: Date): Values {
  return {
    ...sharedValues(mailing.variables),
    ...namesOf(mail.variables),
    ...listValuesOf(mailing.html + mailing.text, mail.variables),
    loginUrl: mailLink(site.publicUrl, mailing.variables.examPath ?? '/login', placeOf(mailing)),
    examsUrl: mailLink(site.publicUrl, '/my-exams', placeOf(mailing)),
    setPasswordUrl: setPasswordLink(mailing, mail.variables, site, now),
    ...givenSecrets(mailing, mail.variables, site),
  };
}

/** Placeholders for mails of a new account or with a password that somebody else chose. */
function givenSecrets(mailing: Mailing, own: OwnVariables, site: Site): Values {
  const { email, confirmLink, encryptedPassword } = own;
  const { keys } = site;
  return {
    newPassword: keys && encryptedPassword ? decrypt(keys.encryption, encryptedPassword, email) : mask,
    confirmUrl: confirmLink
      ? secretLink(mailing, own, site, confirmPage(confirmLink), confirmLink)
      : mailLink(site.publicUrl, '/login', placeOf(mailing)),
  };
}

function confirmPage({ purpose }: SecretLink) {
  return purpose === 'linkIdentity' ? '/account/university/confirm-email' : '/confirm-email';
}

/** The values that are the same in all mails of a mailing; '' for an absent value. */
export function sharedValues(shared: SharedVariables): Values {
  const { systemTitle = '', examTitle = '', examDate = '' } = shared;
  const { examTime = '', examPlace = '', examInstructions = '', contact = '' } = shared;
  const { examPlaceName = '', examPlaceUrl = '' } = shared;
  const { formerTitle = '', formerDate = '', formerTime = '', formerPlace = '' } = shared;
  const { note = '', request = '' } = shared;
  const place = { examPlace, examPlaceName, examPlaceUrl };
  const exam = { examTitle, examDate, examTime, ...place, examInstructions, contact };
  return { systemTitle, ...exam, formerTitle, formerDate, formerTime, formerPlace, note, request };
}

function namesOf({ firstName, lastName, email }: OwnVariables): Values {
  const known = (name: string) => (standsForNoName(name.trim()) ? '' : name);
  return { firstName: known(firstName), lastName: known(lastName), email };
}

/** The kept columns that a text names, in any spelling; an invented reader has each column's name as a value. */
function listValuesOf(text: string, { listValues, isSample, isTest }: OwnVariables): Values {
  if (!text.includes('{{list.')) return {};
  const named = [...new Set(listPlaceholders(text))].filter(isKept);
  return Object.fromEntries(
    named.map((field) => {
      const column = toColumn(field);
      return [field, isSample || isTest ? `«\u00a0${column}\u00a0»` : valueIn(listValues, column)];
    }),
  );
}

/** The link to a first password; without a valid token, the page that requests a new link. */
function setPasswordLink(mailing: Mailing, own: OwnVariables, site: Site, now: Date): string {
  const { email, secretLink: ended, asksForLink } = own;
  const reader = ended || asksForLink ? { email } : undefined;
  if (!hasLiveSecret(own, now)) return mailLink(site.publicUrl, '/forgot-password', placeOf(mailing), reader);
  return secretLink(mailing, own, site, '/reset-password', own.secretLink);
}

function secretLink(
  mailing: Mailing,
  { email }: OwnVariables,
  { publicUrl, keys }: Site,
  page: '/reset-password' | ReturnType<typeof confirmPage>,
  { expiresAt, ...claims }: SecretLink,
): string {
  const end = expiresAt === null ? null : new Date(expiresAt);
  const mailedTo = keys ? addressMark(keys.tokens, email) : undefined;
  const token = keys ? mailToken(keys.tokens, { ...claims, expiresAt: end, mailedTo }) : '';
  const link = mailLink(publicUrl, page, placeOf(mailing), { token, email });
  return keys ? link : link.replace('?t=&', `?t=${mask}&`);
}

/** Whether the unmasked mail contains a secret that still works. */
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
