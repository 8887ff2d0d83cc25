import { useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/aria/ConfirmDialog.tsx';
import { useFailureText } from '../../forms/useFailureText.ts';
import { useT } from '../../i18n/useT.ts';
import { DiscardQuestion } from '../leaving/DiscardQuestion.tsx';

type Answers = Partial<Pick<ConfirmDialogProps, 'confirmLabel' | 'cancelLabel'>>;
type Question = Omit<ConfirmDialogProps, keyof Answers | 'closeLabel' | 'busy' | 'error' | 'children'>;

export interface ConfirmCallProps extends Question, Answers {
  /** The mutation that `onConfirm` starts. */
  call: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  /** Whether something was typed: Escape, the cross and No then ask before they discard the text. */
  isFilled?: boolean;
}

/** Confirms a call, with Yes and No by default. The dialog shows a failure, and forgets it when it closes. */
export function ConfirmCall({ call, isFilled = false, onClose, ...question }: ConfirmCallProps) {
  const t = useT();
  const failureText = useFailureText();
  const [isAsking, ask] = useState(false);

  function close() {
    ask(false);
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
      onClose={isFilled ? () => ask(true) : close}
    >
      <DiscardQuestion open={isAsking} onDiscard={close} onStay={() => ask(false)} />
    </ConfirmDialog>
  );
}
