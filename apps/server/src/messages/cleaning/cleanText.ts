import type { MessageText } from '@guichet/contract/messages';
import { cleanRichText } from '../../richText/richText.service.ts';
import { checkPlaceholders } from './placeholders.ts';

/** What is kept of what was typed: nothing that could act, and placeholders in their one spelling. */
export async function cleanText({ subject, body }: MessageText): Promise<MessageText> {
  return {
    subject: cleanLine(subject, 'subject'),
    body: checkPlaceholders(await cleanRichText(body, 'body'), 'body'),
  };
}

/** A subject on one line. @throws AppError `message.unknownPlaceholder` at `field` */
export function cleanLine(subject: string, field: string, known?: readonly string[]): string {
  return checkPlaceholders(subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), field, known);
}

/** A body that is not a message's, with placeholders of its own. @throws AppError as `cleanLine` */
export async function cleanBodyOf(html: string, field: string, known: readonly string[]): Promise<string> {
  return checkPlaceholders(await cleanRichText(html, field), field, known);
}
