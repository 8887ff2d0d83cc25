import type { Language } from '@guichet/contract/core/language';
import type { Organisation } from '../surroundings.ts';
import type { PresentVisitor } from '../visits/entry.ts';
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import type { Stay } from './portal.ts';

export interface View {
  readonly language: Language;
  readonly universityName: string;
  /** `yyyy-mm-dd` in the university's time zone. */
  readonly today: string;
  /** The university's, in which the hours of exams are. */
  readonly timeZone: string;
  /** Null where the path names no existing organisation. */
  readonly organisation: Organisation | null;
  /** The path of the page without its query. */
  readonly path: string;
  readonly page: number;
  /** The number of grades saved by the form before this page; null without a form. */
  readonly saved: number | null;
  /** The portal's facts for the visitor; null without a visitor, or if the visit was not opened there. */
  readonly stay: Stay | null;
  /** The CSRF token of the sign-out form; null where nobody is signed in. */
  readonly formToken: string | null;
}

export interface InnerView extends View {
  readonly organisation: Organisation;
  readonly visitor: PresentVisitor;
}

export function chooseTexts({ language }: Pick<View, 'language'>): typeof fr {
  return language === 'fr' ? fr : en;
}

/** A text with its `{name}` marks filled. */
export function fill(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => params[name] ?? mark);
}

export const locales = { fr: 'fr-CA', en: 'en-CA' } as const;

export function formatCount(count: number, { language }: Pick<View, 'language'>): string {
  return new Intl.NumberFormat(locales[language]).format(count);
}

/** The path of an organisation, to which the visit cookie is bound. */
export function organisationPath({ slug }: Pick<Organisation, 'slug'>): string {
  return `/learning/${encodeURIComponent(slug)}`;
}

export function frontAddress(organisation: Organisation, language: Language): string {
  return address(organisationPath(organisation), language);
}

export function courseAddress(organisation: Organisation, code: string, language: Language, page = 1) {
  return address(`${organisationPath(organisation)}/exams/${encodeURIComponent(code)}`, language, page);
}

/** A path with its query: the language, and the page number unless it is the first. */
export function address(path: string, language: Language, page = 1): string {
  return `${path}?lang=${language}${page > 1 ? `&page=${page}` : ''}`;
}
