import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import { mailWords } from '../../texts/texts.service.ts';

/**
 * The last day of the link to a first password, in the footer of a text with such a link. Only people who get
 * the link see the note: people with a password get the same mail without the note.
 */
const mark = '{{linkNote}}';

const style = 'margin:24px 0 14px;font-size:14px;color:#575c6b';

/** Appends the placeholder of the note to a body that has a link to a first password. */
export function withLinkNote(body: string): string {
  return hasSecretLink(body) ? `${body}\n<p class="muted" style="${style}">${mark}</p>` : body;
}

/** Fills the note into a frozen mailing, HTML or text; without a date the note is removed. */
export function fillLinkNote(frozen: string, language: Language, until: string | undefined): string {
  if (until !== undefined)
    return frozen.replace(mark, fillParams(mailWords[language].frame.linkNote, { day: until }));
  return frozen.replace(/(?<!\s)\s*(?:<p class="muted"[^<>]*>)?\{\{linkNote\}\}(?:<\/p>)?/, '');
}

function hasSecretLink(body: string): boolean {
  return body.includes('{{setPasswordUrl}}');
}
