import type { MessageText } from '@guichet/contract/messages';
import { cleanRichText } from '../../richText/richText.service.ts';
import { checkPlaceholders } from './placeholders.ts';

/** Cleans subject and body: no active content, placeholders in canonical spelling. */
export async function cleanText({ subject, body }: MessageText): Promise<MessageText> {
  return {
    subject: cleanLine(subject, 'subject'),
    body: checkPlaceholders(await cleanRichText(body, 'body'), 'body'),
  };
}

/** Cleans a subject to one line. @throws AppError `message.unknownPlaceholder` at `field` */
export function cleanLine(subject: string, field: string, known?: readonly string[]): string {
  return checkPlaceholders(subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), field, known);
}

/** Cleans a body with its own set of placeholders. @throws AppError `message.unknownPlaceholder` at `field` */
export async function cleanBodyOf(html: string, field: string, known: readonly string[]): Promise<string> {
  return checkPlaceholders(await cleanRichText(html, field), field, known);
}
