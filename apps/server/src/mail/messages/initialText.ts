import { createHash } from 'node:crypto';
import type { Language } from '@guichet/contract/core/language';
import type { MessageKind, MessageText } from '@guichet/contract/mail/messages';
import { mailText } from '../texts/texts.service.ts';

interface Named {
  readonly kind: MessageKind;
  readonly language: Language;
}

/** The text of a message that nobody has written yet; a new system begins with an invitation. */
export function initialText({ kind, language }: Named): MessageText {
  return kind === 'reminder' ? mailText('reminder', language) : { subject: '', body: '' };
}

/** The SHA-256 of the invitations with which systems began in earlier versions, and which nobody may have changed since. */
const formerInvitations: ReadonlySet<string> = new Set([
  '4cee0650a68a852ba486a1dbc16f76b24a510aa12cfa0e00053577a7f614ccd7',
  '959209cd3984cea52dfa35fcdcdc2e5aec4b082828590d215412f1267bf8e16f',
  '46d33275435f3bc347390b7a8f7d3b4236f1739fc7f832dc324dc0cf7b0ee069',
  'e30e3c54155a7040fbdb33b62ea5b300feb1a867275312882f7d63d83a59228c',
  '77b063bdf5ff54caa397fee9ca7287b49445cb9d7299321da0573541892c7b55',
  '3e5686c095b10e502dea8977596115935e166dc19177330ec75b2b2b434a43a3',
]);

/** Whether an invitation is the portal's own, of this version or an earlier one. */
export function isInitialInvitation(body: string | null, language: Language): boolean {
  if (body === mailText('invitation', language).body) return true;
  return body !== null && formerInvitations.has(createHash('sha256').update(body).digest('hex'));
}

/** A stored text with the portal's present words where it is an invitation of an earlier version that nobody has changed. */
export function inPresentWords<T extends Named & Pick<MessageText, 'subject' | 'body'>>(stored: T): T {
  const present = mailText('invitation', stored.language);
  const isOurs = stored.kind === 'invitation' && unnamed(stored.subject) === unnamed(present.subject);
  return isOurs && isInitialInvitation(stored.body, stored.language) ? { ...stored, ...present } : stored;
}

/** A subject as earlier versions had it, which did not name the program. */
function unnamed(subject: string): string {
  return subject.replace(' ({{systemTitle}})', '');
}
