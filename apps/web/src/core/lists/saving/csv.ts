import { csvText } from '@guichet/contract/core/csv';
import type { Language } from '@guichet/contract/core/language';

/** A CSV file for Excel in this language; the first row has the headings. */
export function csvFile(rows: readonly (readonly string[])[], language: Language): Blob {
  return new Blob([csvText(rows, language)], { type: 'text/csv;charset=utf-8' });
}
