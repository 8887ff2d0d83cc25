import type { Language } from '@guichet/contract/core/language';
import type { Organisation } from '../organisations.queries.ts';
import type { Visitor } from '../platformEntry.ts';
import { en } from './words.en.ts';
import { fr } from './words.fr.ts';

/** What every page of the platform is drawn from. */
export interface View {
  readonly language: Language;
  readonly universityName: string;
  /** `yyyy-mm-dd`, the university's day. */
  readonly today: string;
  /** Null where the address names none. */
  readonly organisation: Organisation | null;
  /** The page's own address without its query. */
  readonly path: string;
  /** What the query keeps beside the language. */
  readonly page: number;
}

/** A view of somebody who is inside. */
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
