import type { Language } from '@guichet/contract/core/language';

const words: Record<Language, string> = { fr: 'Choisir mon mot de passe', en: 'Choose my password' };

/** The link to a first password as HTML. Alone in a paragraph, it becomes a button. */
export function passwordLinkIn(language: Language): string {
  return `<a href="{{setPasswordUrl}}">${words[language]}</a>`;
}
