import { diffWordsWithSpace } from 'diff';

/** A part of a text; `isOwn` when the other text does not have it. */
export interface Stretch {
  readonly text: string;
  readonly isOwn: boolean;
}

export interface Differences {
  readonly left: readonly Stretch[];
  readonly right: readonly Stretch[];
  readonly isSame: boolean;
}

/** After this time the texts, which have little in common, are marked whole. */
const patienceMilliseconds = 400;

/** Compares two texts word by word. */
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
