import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { languages } from '@guichet/contract/core/language';
import type { previewLetter } from '@guichet/contract/exams/letters';

export type FoundLetter = ReplyOf<typeof previewLetter>;

/** How many people a letter would reach now, and how many by the language of the text that they get. */
export function countReaders(found: FoundLetter | undefined) {
  const counts = { count: 0, fr: 0, en: 0 };
  for (const reader of found ? languages : []) {
    const people = found?.people[reader] ?? 0;
    counts.count += people;
    counts[found?.forecast[reader].language ?? reader] += people;
  }
  return counts;
}
