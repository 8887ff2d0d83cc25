import { type Marks, setResults } from '@guichet/contract/exams/results.grades';
import { type RefObject, useRef, useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { useTellUndo } from '../../core/parts/asking/useTellUndo.ts';
import { removeToast, showToast } from '../../ui/toasts/toastStore.ts';

export interface ApplyMarksOptions {
  systemId: number;
  examId: number;
  /** Takes the focus afterwards, since the pressed button is gone. */
  place: RefObject<HTMLElement | null>;
  onDone?: () => void;
}

/**
 * Sets marks with `set`, after a question when anybody loses a mark; says how many changed, and offers the
 * undo of those changes. `asked` are the marks that wait for an answer.
 */
export function useApplyMarks<Order extends Marks>(
  set: (order: Order, options: { onSuccess: (changed: Marks) => void }) => void,
  { systemId, examId, place, onDone }: ApplyMarksOptions,
) {
  const t = useT();
  const tellUndo = useTellUndo();
  const setBack = useCall(setResults);
  const undoToast = useRef(0);
  const [asked, ask] = useState<Order | null>(null);

  function apply(order: Order) {
    if (order.unmarked.length > 0) ask(order);
    else save(order);
  }

  function save(order: Order) {
    set(order, {
      onSuccess: (changed) => {
        ask(null);
        onDone?.();
        place.current?.focus();
        offerUndo({ marked: changed.unmarked, unmarked: changed.marked });
      },
    });
  }

  const say = (marked: number, unmarked: number) =>
    t('Results.Done', {
      marked: t('Attest.Marked', { count: marked }),
      unmarked: t('Attest.Unmarked', { count: unmarked }),
    });

  function offerUndo(inverse: Marks) {
    removeToast(undoToast.current);
    const [marked, unmarked] = [inverse.unmarked.length, inverse.marked.length];
    undoToast.current = showToast({
      tone: 'success',
      text: say(marked, unmarked),
      stays: true,
      ...(marked + unmarked > 0 && { undo: { label: t('Attest.Undo'), run: () => undo(inverse) } }),
    });
  }

  /** Works even when this component has unmounted. */
  function undo(inverse: Marks) {
    place.current?.focus({ preventScroll: true });
    const undoing = setBack.mutateAsync({ params: { systemId, examId }, body: inverse });
    void tellUndo(undoing, (changed) => ({
      tone: 'info',
      text: t('Attest.Undone', { done: say(changed.marked.length, changed.unmarked.length) }),
    }));
  }

  return { asked, apply, confirm: () => asked && save(asked), refuse: () => ask(null) };
}
