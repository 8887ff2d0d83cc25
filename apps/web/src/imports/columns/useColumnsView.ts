import type { Preview, Refusal } from '@guichet/contract/imports/imports';
import { useState } from 'react';
import { type Matching, needsMatching, raisesQuestion } from './columnChoices.ts';

export type ColumnsView = ReturnType<typeof useColumnsView>;

/** The question about a list is asked only once; it does not come back after an answer or a skip. */
export function useColumnsView(onMatch: (matching: Matching) => void) {
  const [state, setState] = useState<'asking' | 'opened' | 'settled'>('asking');
  return {
    /** Whether the user opened the matching, although it may not be needed. */
    isOpened: state === 'opened',
    isShown: (found: Preview | Refusal) =>
      state === 'opened' || needsMatching(found) || (state === 'asking' && raisesQuestion(found)),
    open: () => setState('opened'),
    match: (matching: Matching) => {
      setState('settled');
      onMatch(matching);
    },
    skip: () => setState('settled'),
    /** Starts again for another list. */
    reset: () => setState('asking'),
  };
}
