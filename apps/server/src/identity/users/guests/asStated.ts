import { type PersonText, textsAs } from '@guichet/contract/core/personTexts';
import { columnOf } from '../personTexts.ts';
import type { Stated } from './guests.queries.ts';

/** The texts of a person as the reader's own list or form stated them; `stated` null: the texts of the account. */
export function textsAsStated<Name extends PersonText>(
  names: readonly Name[],
  person: Readonly<Record<Name, string | null>>,
  stated: Stated | null,
): Record<Name, string | null> {
  return textsAs(names, (name) => (stated ? (stated[columnOf(name)] ?? null) : person[name]));
}

export function languageAsStated(stated: Stated): 'fr' | 'en' | null {
  return stated.language === 'fr' || stated.language === 'en' ? stated.language : null;
}
