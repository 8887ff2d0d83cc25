import type { Language } from '@guichet/contract/core/language';

/**
 * Until when the link to a first password works: said under a text that holds one, and only to whom it is given. Who has
 * a password already reads the same mail without it.
 */
const mark = '{{linkNote}}';
const note: Record<Language, string> = {
  fr: 'Le lien pour choisir votre mot de passe ne sert qu’une fois, et jusqu’au {day} au plus tard.',
  en: 'The link to choose your password works once, until {day} at the latest.',
};

const style = 'margin:24px 0 14px;font-size:14px;color:#575c6b';

/** The body with the place of the note at its end, where it has a link to a first password. */
export function withLinkNote(body: string): string {
  return hasSecretLink(body) ? `${body}\n<p class="muted" style="${style}">${mark}</p>` : body;
}

/** A mailing as it was frozen, HTML or text, with the note filled in; without a day the note goes. */
export function fillLinkNote(frozen: string, language: Language, until: string | undefined): string {
  if (until !== undefined) return frozen.replace(mark, note[language].replace('{day}', until));
  return frozen.replace(/\s*(?:<p class="muted"[^>]*>)?\{\{linkNote\}\}(?:<\/p>)?/, '');
}

function hasSecretLink(body: string): boolean {
  return body.includes('{{setPasswordUrl}}');
}
