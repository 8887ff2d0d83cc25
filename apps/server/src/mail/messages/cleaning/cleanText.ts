import { isKept } from '@guichet/contract/core/listValues';
import { filledMaxLength, type MessageText, placeholders } from '@guichet/contract/mail/messages';
import { AppError } from '../../../core/runtime/errors.ts';
import {
  cleanRichText,
  findSecretInAddress,
  findWrappedSecret,
  findWrappedSecretIn,
  readWords as plainWordsOf,
} from '../../richText/richText.service.ts';

/** Inboxes and notifications show the preheader, so it never contains a link that opens an account. */
const inPreheader = placeholders.filter((name) => name !== 'loginUrl' && name !== 'setPasswordUrl');

/** Cleans subject, body and preheader: no active content, placeholders in canonical spelling. */
export async function cleanText({ subject, body, preheader }: MessageText): Promise<MessageText> {
  return {
    subject: cleanLine(subject, 'subject'),
    body: await cleanBody(body, 'body'),
    ...(preheader !== undefined && { preheader: cleanLine(preheader, 'preheader', inPreheader) }),
  };
}

/** A subject as one clean line. @throws AppError `message.unknownPlaceholder`, `message.wrappedSecret` at `field` */
export function cleanLine(subject: string, field: string, known?: readonly string[]): string {
  const line = checkPlaceholders(subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), field, known);
  return refuseWrapped(line, findWrappedSecret(line), field);
}

/** Cleans a body. @throws AppError `message.unknownPlaceholder`, `message.wrappedSecret` at `field` */
export async function cleanBody(html: string, field: string, known?: readonly string[]): Promise<string> {
  const clean = await cleanRichText(refuseWrapped(html, findSecretInAddress(html), field), field);
  return refuseWrappedIn(checkPlaceholders(clean, field, known), field);
}

/**
 * Refuses a secret that a mail program would make part of another address, in HTML or in its plain text.
 * @throws AppError `message.wrappedSecret` at `field`, with the name of the secret
 */
export async function refuseWrappedIn(body: string, field: string): Promise<string> {
  const [words = ''] = await plainWordsOf([body], field);
  return refuseWrapped(body, findWrappedSecretIn(body) ?? findWrappedSecret(words), field);
}

function refuseWrapped(text: string, name: string | null, field: string): string {
  if (name === null) return text;
  throw new AppError('message.wrappedSecret', {
    params: { name },
    faults: [{ path: field, messageKey: 'wrappedSecret' }],
  });
}

/**
 * Brings the placeholders of a text to their canonical spelling, `{{name}}`. A text about an exam may name any column of
 * its list: which columns a list has is known when mails leave.
 * @throws AppError `message.unknownPlaceholder` at `field`, with the name of an unknown or unclosed
 * placeholder; `message.growsTooLong`
 */
export function checkPlaceholders(text: string, field: string, known: readonly string[] = placeholders) {
  let added = 0;
  let count = 0;
  const checked = text.replace(/\{\{([^{}]*)\}\}/g, (_mark, inside: string) => {
    const name = wordsOf(inside);
    if (!known.includes(name) && !(known.includes('examTitle') && isKept(name))) throw unknown(name, field);
    count += 1;
    added += longestOf(name);
    return `{{${name}}}`;
  });
  const [broken] = /\{\{(?!(?:\w+|list\.[^{}]{1,60})\}\}).{0,40}/s.exec(checked) ?? [];
  if (broken) throw unknown(wordsOf(broken), field);
  if (added > filledMaxLength) throw growsTooLong(count, field);
  return checked;
}

/** The greatest length of a placeholder's value: HTML writes some characters as six. */
const longestOf = (name: string) => 6 * (name === 'examInstructions' ? 4000 : 300);

function growsTooLong(count: number, field: string): AppError {
  return new AppError('message.growsTooLong', {
    params: { count },
    faults: [{ path: field, messageKey: 'growsTooLong' }],
  });
}

function unknown(name: string, field: string): AppError {
  return new AppError('message.unknownPlaceholder', {
    params: { name: name || '{{}}' },
    faults: [{ path: field, messageKey: 'unknownPlaceholder' }],
  });
}

/** The visible text of a placeholder: editors may put tags and no-break spaces inside. */
function wordsOf(inside: string): string {
  return inside
    .replace(/<[^<>]*>?/g, '')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
