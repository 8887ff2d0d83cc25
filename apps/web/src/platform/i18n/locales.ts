import type { Language } from '@guichet/contract/core/language';

/**
 * Date formats of the specification (S9.3, S9.4): French short dates are dd/MM/y, which Intl has for France and not for
 * Canada; long dates and times are Canadian, with a 24-hour clock in French.
 */
export const locales = {
  fr: { tag: 'fr-CA', shortDates: 'fr-FR', currency: 'EUR' },
  en: { tag: 'en-CA', shortDates: 'en-CA', currency: 'CAD' },
} as const satisfies Record<Language, object>;
