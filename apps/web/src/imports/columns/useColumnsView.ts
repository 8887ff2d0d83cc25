import type { Preview, Refusal } from '@guichet/contract/imports/imports';
import { useState } from 'react';
import { type Matching, needsMatching, raisesQuestion } from './columnChoices.ts';

/** The column matching: whether it shows, and what the user does with it. */
export type ColumnsView = ReturnType<typeof useColumnsView>;

/** The question about a list is asked once: after an answer or a skip it does not come back. */
export function useColumnsView(onMatch: (matching: Matching) => void) {
  const [state, setState] = useState<'asking' | 'opened' | 'settled'>('asking');
  return {
    /** The user opened it, although it may not be needed. */
    isOpened: state === 'opened',
    isShown: (found: Preview | Refusal) =>
      state === 'opened' || needsMatching(found) || (state === 'asking' && raisesQuestion(found)),
    open: () => setState('opened'),
    match: (matching: Matching) => {
      setState('settled');
      onMatch(matching);
    },
    skip: () => setState('settled'),
    /** Another list was chosen. */
    reset: () => setState('asking'),
  };
}
