import type { Language } from '@guichet/contract/core/language';

/** S9.3, S9.4: dates and times in words are Canadian, with a 24-hour clock in French. */
export const locales = {
  fr: { tag: 'fr-CA', currency: 'EUR' },
  en: { tag: 'en-CA', currency: 'CAD' },
} as const satisfies Record<Language, object>;
