import { removeToast, showToast, type ToastMessage } from '../../../ui/toasts/toastStore.ts';
import { useFailureText } from '../../forms/formFaults.tsx';
import { useT } from '../../i18n/useT.ts';
import { quickWait } from '../../timing/useDelayedFlag.ts';

/** Follows an undo that a toast has started: a toast while the undo lasts, then a toast with the result. */
export function useTellUndo(): <T>(undoing: Promise<T>, say: (result: T) => ToastMessage) => Promise<void> {
  const t = useT();
  const failureText = useFailureText();
  return async (undoing, say) => {
    let busy = 0;
    const timer = setTimeout(() => {
      busy = showToast({ tone: 'info', text: t('Undo.Busy'), stays: true });
    }, quickWait);
    const told = await undoing.then(say, (failure: unknown): ToastMessage => {
      return { tone: 'danger', text: failureText(failure) };
    });
    clearTimeout(timer);
    removeToast(busy);
    showToast(told);
  };
}
