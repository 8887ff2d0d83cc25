import type { Refusal } from '@guichet/contract/imports';
import { useState } from 'react';
import { type ImportOrder, type ImportProgress, useImportCandidates } from './imports.api.ts';

export interface ImportRunState {
  readonly isRunning: boolean;
  readonly progress: ImportProgress;
  readonly failure: unknown;
  /** How many were placed, or why nothing was; undefined until the server has answered. */
  readonly outcome: number | Refusal | undefined;
  start: (order: ImportOrder) => void;
  /** The same import once more, under the same number. */
  retry: () => void;
  reset: () => void;
}

const atFirst: ImportProgress = { phase: 'sending', share: 0 };

export function useImportRun(): ImportRunState {
  const [progress, setProgress] = useState(atFirst);
  const { mutate, variables, isPending, error, data, reset } = useImportCandidates();

  return {
    isRunning: isPending,
    progress,
    failure: error,
    outcome: data,
    start: (order) => {
      setProgress(atFirst);
      mutate({ order, importId: crypto.randomUUID(), tell: setProgress });
    },
    retry: () => {
      setProgress(atFirst);
      if (variables) mutate(variables);
    },
    reset,
  };
}
