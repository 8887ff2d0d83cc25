import type { MessageText } from '@guichet/contract/messages';
import { cleanBody } from './cleanBody.ts';
import { checkPlaceholders } from './placeholders.ts';

/** What is kept of what was typed: nothing that could act, and placeholders in their one spelling. */
export function cleanText({ subject, body }: MessageText): MessageText {
  return {
    subject: cleanLine(subject, 'subject'),
    body: checkPlaceholders(cleanBody(body), 'body'),
  };
}

/** A subject on one line. @throws AppError `message.unknownPlaceholder` at `field` */
export function cleanLine(subject: string, field: string, known?: readonly string[]): string {
  return checkPlaceholders(subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), field, known);
}

/** A body that is not a message's, with placeholders of its own. @throws AppError as `cleanLine` */
export function cleanBodyOf(html: string, field: string, known: readonly string[]): string {
  return checkPlaceholders(cleanBody(html), field, known);
}
