import type { Refusal } from '@guichet/contract/imports';
import { useState } from 'react';
import { type ImportOrder, type ImportProgress, useImportCandidates } from '../imports.api.ts';

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

/**
 * The import that was started last, as far as it is one into this course: what became of another one says nothing
 * about the next. `onPlaced` is told when its file has done its work.
 */
export function useImportRun(courseId: string | null, onPlaced: () => void): ImportRunState {
  const [progress, setProgress] = useState(atFirst);
  const { mutate, variables, isPending, error, data, reset } = useImportCandidates();
  const isOther = courseId !== null && variables !== undefined && variables.order.courseId !== courseId;
  const onSuccess = (outcome: number | Refusal) => typeof outcome === 'number' && onPlaced();

  return {
    isRunning: isPending,
    progress,
    failure: isOther ? null : error,
    outcome: isOther ? undefined : data,
    start: (order) => {
      setProgress(atFirst);
      mutate({ order, importId: crypto.randomUUID(), tell: setProgress }, { onSuccess });
    },
    retry: () => {
      setProgress(atFirst);
      if (variables) mutate(variables, { onSuccess });
    },
    reset,
  };
}
