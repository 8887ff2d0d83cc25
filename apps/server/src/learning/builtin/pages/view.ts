import type { Language } from '@guichet/contract/core/language';
import type { Organisation } from '../organisations.queries.ts';
import type { Visitor } from '../platformEntry.ts';
import { en } from './words.en.ts';
import { fr } from './words.fr.ts';

/** What every page is rendered from. */
export interface View {
  readonly language: Language;
  readonly universityName: string;
  /** `yyyy-mm-dd` in the university's time zone. */
  readonly today: string;
  /** Null where the path names none that exists. */
  readonly organisation: Organisation | null;
  /** The path of the page without its query. */
  readonly path: string;
  /** The page number of a list, from the query. */
  readonly page: number;
}

/** A view of a signed-in visitor. */
export interface InnerView extends View {
  readonly organisation: Organisation;
  readonly visitor: Visitor;
  readonly formToken: string;
}

export function wordsOf({ language }: Pick<View, 'language'>): typeof fr {
  return language === 'fr' ? fr : en;
}

export function formatCount(count: number, { language }: Pick<View, 'language'>): string {
  return new Intl.NumberFormat(language === 'fr' ? 'fr-CA' : 'en-CA').format(count);
}
