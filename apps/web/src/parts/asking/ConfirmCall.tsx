import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/aria/ConfirmDialog.tsx';

type Answers = Partial<Pick<ConfirmDialogProps, 'confirmLabel' | 'cancelLabel'>>;
type Question = Omit<ConfirmDialogProps, keyof Answers | 'closeLabel' | 'busy' | 'error'>;

export interface ConfirmCallProps extends Question, Answers {
  /** The mutation that `onConfirm` starts. */
  call: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
}

/** Confirms a call: Yes or No by default, the failure in the dialog, forgotten when the dialog closes. */
export function ConfirmCall({ call, onClose, ...question }: ConfirmCallProps) {
  const t = useT();
  const failureText = useFailureText();

  function close() {
    call.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      tone="danger"
      confirmLabel={t('Dialog.Yes')}
      cancelLabel={t('Dialog.No')}
      closeLabel={t('Dialog.Close')}
      {...question}
      busy={call.isPending}
      error={call.error !== null && failureText(call.error)}
      onClose={close}
    />
  );
}
