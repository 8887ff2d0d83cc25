import { useState } from 'react';
import { useFailureText } from '../../forms/formFaults.tsx';
import { DiscardQuestion } from '../leaving/DiscardQuestion.tsx';
import { Question, type QuestionProps } from './Question.tsx';

export interface ConfirmCallProps extends Omit<QuestionProps, 'busy' | 'error' | 'over'> {
  /** The mutation that `onConfirm` starts. */
  call: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  /** Whether something was typed: Escape, the cross and No then ask before they discard the text. */
  isFilled?: boolean;
}

/** Confirms a call. The dialog shows a failure, and forgets it when it closes. */
export function ConfirmCall({ call, isFilled = false, onClose, ...question }: ConfirmCallProps) {
  const failureText = useFailureText();
  const [isAsking, ask] = useState(false);

  function close() {
    ask(false);
    call.reset();
    onClose();
  }

  return (
    <Question
      tone="danger"
      {...question}
      busy={call.isPending}
      error={call.error !== null && failureText(call.error)}
      onClose={isFilled ? () => ask(true) : close}
      over={<DiscardQuestion open={isAsking} onDiscard={close} onStay={() => ask(false)} />}
    />
  );
}
