import type { Refusal } from '@guichet/contract/imports';
import { useState } from 'react';
import { type ImportOrder, type ImportProgress, useImportCandidates } from '../imports.api.ts';

export interface ImportRunState {
  readonly isRunning: boolean;
  readonly progress: ImportProgress;
  readonly failure: unknown;
  /** The number of people added, or the refusal; undefined until the server has answered. */
  readonly outcome: number | Refusal | undefined;
  start: (order: ImportOrder) => void;
  /** Retries the same import under the same id. */
  retry: () => void;
  reset: () => void;
}

const atFirst: ImportProgress = { phase: 'sending', share: 0 };

/**
 * The last import into this course; the outcome of an import into another one is ignored. `onPlaced` is called when an
 * import has succeeded.
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
