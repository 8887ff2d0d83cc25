import type { Preview, Refusal } from '@guichet/contract/imports';
import { useState } from 'react';
import { type Matching, needsMatching, raisesQuestion } from './columnChoices.ts';

/** Whether the choice of columns shows, and what becomes of it. */
export interface ColumnsView {
  /** Somebody asked for it, although there may be nothing to ask. */
  readonly isOpened: boolean;
  isShown: (found: Preview | Refusal) => boolean;
  open: () => void;
  match: (matching: Matching) => void;
  skip: () => void;
  /** Another list was chosen. */
  reset: () => void;
}

/** What is asked about a list is asked once: who has answered or gone on is not asked again about the same one. */
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
