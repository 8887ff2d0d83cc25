import type { Preview, Refusal } from '@guichet/contract/imports';
import { useState } from 'react';
import { type Matching, needsMatching, raisesQuestion } from './columnChoices.ts';

/** State of the column matching: whether it shows, and its choices. */
export interface ColumnsView {
  /** The user opened it, although it may not be needed. */
  readonly isOpened: boolean;
  isShown: (found: Preview | Refusal) => boolean;
  open: () => void;
  match: (matching: Matching) => void;
  skip: () => void;
  /** Another list was chosen. */
  reset: () => void;
}

/** The question about a list is asked once: after an answer or a skip it does not come back. */
export function useColumnsView(onMatch: (matching: Matching) => void): ColumnsView {
  const [state, setState] = useState<'asking' | 'opened' | 'settled'>('asking');
  return {
    isOpened: state === 'opened',
    isShown: (found) =>
      state === 'opened' || needsMatching(found) || (state === 'asking' && raisesQuestion(found)),
    open: () => setState('opened'),
    match: (matching) => {
      setState('settled');
      onMatch(matching);
    },
    skip: () => setState('settled'),
    reset: () => setState('asking'),
  };
}
