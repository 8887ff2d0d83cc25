import type { Marks } from '@guichet/contract/imports.results';
import { type RefObject, useRef } from 'react';
import { useTellUndo } from '../../../parts/asking/useTellUndo.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { removeToast, showToast } from '../../../ui/toasts/toastStore.ts';
import { useSetResults } from './results.api.ts';

/** Sets marks, says how many changed, and offers to undo just that; the focus goes to `place`, since the button is gone. */
export function useApplyMarks(systemId: number, cohortId: number, place: RefObject<HTMLElement | null>) {
  const t = useT();
  const tellUndo = useTellUndo();
  const set = useSetResults(systemId, cohortId);
  const undoToast = useRef(0);

  function apply(marks: Marks, onDone?: () => void) {
    set.mutate(marks, {
      onSuccess: (changed) => {
        onDone?.();
        place.current?.focus();
        offerUndo({ marked: changed.unmarked, unmarked: changed.marked });
      },
    });
  }

  function offerUndo(inverse: Marks) {
    removeToast(undoToast.current);
    const [marked, unmarked] = [inverse.unmarked.length, inverse.marked.length];
    undoToast.current = showToast({
      tone: 'success',
      text: t('Results.Done', {
        marked: t('Attest.Marked', { count: marked }),
        unmarked: t('Attest.Unmarked', { count: unmarked }),
      }),
      stays: true,
      ...(marked + unmarked > 0 && { undo: { label: t('Attest.Undo'), run: () => undo(inverse) } }),
    });
  }

  /** Also after the page was left. */
  function undo(inverse: Marks) {
    place.current?.focus();
    void tellUndo(set.mutateAsync(inverse), () => ({ tone: 'info', text: t('Attest.Undone') }));
  }

  return { set, apply };
}
