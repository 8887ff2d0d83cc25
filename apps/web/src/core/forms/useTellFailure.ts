import { showToast } from '../../ui/toasts/toastStore.ts';
import { useFailureText } from './useFailureText.ts';

/** Shows a failed call in a toast, where nothing on the screen has room for it. */
export function useTellFailure(): (failure: unknown) => void {
  const failureText = useFailureText();
  return (failure) => showToast({ tone: 'danger', text: failureText(failure) });
}
