import { useT } from '../../platform/i18n/useT.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';

/** S8.9: what was done or not done to the message, in a popup titled with the operation. */
export function useOperationPopup(operation: 'save' | 'attach' | 'detach') {
  const t = useT();
  const title = t(`Message.Operation.${operation}`);
  return {
    succeeded: () => showToast({ tone: 'success', title, text: t('SavedPopupMessage') }),
    failed: () => showToast({ tone: 'danger', title, text: t('ErrorPopupMessage') }),
  };
}
