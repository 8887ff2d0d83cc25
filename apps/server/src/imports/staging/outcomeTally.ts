import type { Language } from '@guichet/contract/core/language';
import { type Preview, type PreviewRow, rowOutcomes } from '@guichet/contract/imports';

/** How many rows have one outcome in one language. */
interface Tally {
  readonly outcome: PreviewRow['outcome'];
  readonly language: Language;
  readonly n: number;
}

export function countOutcomes(tally: readonly Tally[]): Preview['counts'] {
  const entries = rowOutcomes.map((outcome) => [outcome, sum(tally.filter((t) => t.outcome === outcome))]);
  return Object.fromEntries(entries);
}

/** Mails that would go out: one to each person who would be placed. */
export function countMails(tally: readonly Tally[]): Preview['mails'] {
  const placed = tally.filter(({ outcome }) => outcome === 'newAccount' || outcome === 'knownAccount');
  const inLanguage = (language: Language) => sum(placed.filter((t) => t.language === language));
  return { fr: inLanguage('fr'), en: inLanguage('en') };
}

function sum(tally: readonly Tally[]): number {
  return tally.reduce((total, { n }) => total + n, 0);
}
