import { diffWordsWithSpace } from 'diff';

/** A stretch of a text; `isOwn` where the other text does not say it. */
export interface Stretch {
  readonly text: string;
  readonly isOwn: boolean;
}

export interface Differences {
  readonly left: readonly Stretch[];
  readonly right: readonly Stretch[];
  readonly isSame: boolean;
}

/** Texts that have little in common take long; past this they are told apart as a whole. */
const patienceMilliseconds = 400;

/** Two texts word by word: what each says and the other does not. */
export function differencesOf(left: string, right: string): Differences {
  const parts = diffWordsWithSpace(left, right, { timeout: patienceMilliseconds });
  if (!parts) return { left: whole(left), right: whole(right), isSame: false };
  return {
    left: parts.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isOwn: removed })),
    right: parts.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isOwn: added })),
    isSame: left === right,
  };
}

function whole(text: string): Stretch[] {
  return [{ text, isOwn: true }];
}
