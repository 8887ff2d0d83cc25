import { CallFailed, isRefused } from '../../../core/call/CallFailed.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { removeToast, showToast } from '../../../ui/toasts/toastStore.ts';

type Operation = 'save' | 'attach' | 'detach';

/** The popup about the last failure of each operation, until it is closed or the operation ends again. */
const failures = new Map<string, number>();

/** S8.9: shows the result of an operation in a popup with its title. A failure stays until it is closed. */
export function useOperationPopup(operation: Operation) {
  const t = useT();
  const failureText = useFailureText();
  const title = t(`Message.Operation.${operation}`);

  function tell(tone: 'success' | 'danger', text: string) {
    removeToast(failures.get(operation) ?? 0);
    const id = showToast({ tone, title, text, stays: tone === 'danger' });
    if (tone === 'danger') failures.set(operation, id);
  }

  return {
    /** Says that nothing was sent, because of `reason`. */
    refused: (reason: string) => tell('danger', `${t('ErrorPopupMessage')} ${reason}`),
    succeeded: () => tell('success', t('SavedPopupMessage')),
    /** Says that the server refused, or that the outcome is unknown. */
    failed(failure: unknown) {
      const isLost = failure instanceof CallFailed && failure.code === 'network';
      const known = isRefused(failure) ? [refusal(failure)] : [t(`Message.Unknown.${operation}`)];
      const cause = isLost ? [failureText(failure)] : [];
      tell('danger', [t('ErrorPopupMessage'), ...cause, ...known].join(' '));
    },
  };

  /** The reason of a refusal; a general text when a field shows the reason. */
  function refusal(failure: CallFailed): string {
    const isAtField = operation !== 'detach' && failure.status < 500;
    return isAtField ? t(`Message.Refused.${operation}`) : failureText(failure);
  }
}
