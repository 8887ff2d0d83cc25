import { createHash } from 'node:crypto';
import type { Language } from '@guichet/contract/core/language';
import type { MessageText } from '@guichet/contract/mail/messages';
import { mailText } from '../texts/texts.service.ts';
import type { MessageName } from './messages.queries.ts';

/** The text of a message that nobody has written yet; a new system begins with an invitation. */
export function initialText({ kind, language }: MessageName): MessageText {
  return kind === 'reminder' ? mailText('reminder', language) : { subject: '', body: '' };
}

/** The SHA-256 of the invitations with which systems began in earlier versions, and which nobody may have changed since. */
const formerInvitations: ReadonlySet<string> = new Set([
  '4cee0650a68a852ba486a1dbc16f76b24a510aa12cfa0e00053577a7f614ccd7',
  '959209cd3984cea52dfa35fcdcdc2e5aec4b082828590d215412f1267bf8e16f',
  '46d33275435f3bc347390b7a8f7d3b4236f1739fc7f832dc324dc0cf7b0ee069',
  'e30e3c54155a7040fbdb33b62ea5b300feb1a867275312882f7d63d83a59228c',
]);

/** Whether an invitation is the portal's own, of this version or an earlier one. */
export function isInitialInvitation(body: string | null, language: Language): boolean {
  if (body === mailText('invitation', language).body) return true;
  return body !== null && formerInvitations.has(createHash('sha256').update(body).digest('hex'));
}
