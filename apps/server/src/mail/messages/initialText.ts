import type { MessageText } from '@guichet/contract/mail/messages';
import { mailText } from '../texts/texts.service.ts';
import type { MessageName } from './messages.queries.ts';

/** The text of a message that nobody has written yet; a new system begins with an invitation. */
export function initialText({ kind, language }: MessageName): MessageText {
  return kind === 'reminder' ? mailText('reminder', language) : { subject: '', body: '' };
}
