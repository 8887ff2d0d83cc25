import type { Refusal } from '@guichet/contract/imports/imports';
import type { ListChoices } from '@guichet/contract/imports/imports.comparison';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportOrder } from '../draft.ts';
import { type Foreseen, type ImportProgress, runImport } from '../imports.api.ts';

export type ImportRunState = ReturnType<typeof useImportRun>;

const atFirst: ImportProgress = { phase: 'sending', share: 0 };

/** The last import into this course; an undone import is ignored. `onPlaced`: an import has succeeded. */
export function useImportRun(courseId: string | null, undoneId: string | null, onPlaced: () => void) {
  const [progress, setProgress] = useState(atFirst);
  const { mutate, variables, isPending, error, data, reset } = useMutation({ mutationFn: runImport });
  const isOther = courseId !== null && variables !== undefined && variables.order.courseId !== courseId;
  const isOver = isOther || (undoneId !== null && variables?.importId === undoneId);
  const onSuccess = (outcome: number | Refusal) => typeof outcome === 'number' && onPlaced();

  return {
    isRunning: isPending,
    progress,
    failure: isOver ? null : error,
    /** The number of added people, or the refusal; undefined until the server has answered. */
    outcome: isOver ? undefined : data,
    foreseen: variables?.foreseen ?? null,
    start: (order: ImportOrder, choices: ListChoices | undefined, foreseen: Foreseen) => {
      setProgress(atFirst);
      mutate({ order, choices, foreseen, importId: crypto.randomUUID(), tell: setProgress }, { onSuccess });
    },
    /** Retries the same import under the same id. */
    retry: () => {
      setProgress(atFirst);
      if (variables) mutate(variables, { onSuccess });
    },
    reset,
  };
}
