import { type ReactNode, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/aria/ConfirmDialog.tsx';
import { showToast, type ToastMessage } from '../../../ui/toasts/toastStore.ts';
import { useFailureText } from '../../forms/formFaults.tsx';
import { useT } from '../../i18n/useT.ts';
import { DiscardQuestion } from '../leaving/DiscardQuestion.tsx';

type Answers = 'confirmLabel' | 'cancelLabel' | 'closeLabel';

export interface QuestionProps
  extends Omit<ConfirmDialogProps, Answers | 'messages'>,
    Partial<Pick<ConfirmDialogProps, Answers>> {
  /** The questions in order, without the one in `children`. */
  messages?: readonly string[];
  /** The last question, in paragraphs. */
  children?: ReactNode;
  /** Another dialog, over this one. */
  over?: ReactNode;
}

/** A question with the answers Yes and No; where Yes has words of its own, the other answer is Cancel. */
export function Question({ messages = [], children, over, ...props }: QuestionProps) {
  const t = useT();
  const last = children && (
    <div key="last" className="wrap-anywhere flex flex-col gap-3">
      {children}
    </div>
  );
  const [first, ...others] = last ? [...messages, last] : messages;
  return (
    <ConfirmDialog
      confirmLabel={t('Dialog.Yes')}
      cancelLabel={t(props.confirmLabel === undefined ? 'Dialog.No' : 'Dialog.Cancel')}
      closeLabel={t('Dialog.Close')}
      {...props}
      messages={[first, ...others]}
    >
      {over}
    </ConfirmDialog>
  );
}

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

export interface AskCallProps<Input, Reply> extends Omit<ConfirmCallProps, 'call' | 'onConfirm'> {
  /** The mutation that Yes starts with `input`. */
  call: ConfirmCallProps['call'] & {
    readonly mutate: (input: Input, options: { onSuccess: (reply: Reply) => void }) => void;
  };
  input: Input;
  /** The toast that tells of the success: its text, or all of it; absent for none. */
  done?: string | ((reply: Reply) => ToastMessage);
  onDone?: (reply: Reply) => void;
}

/** Asks, makes the call, says that it succeeded, and closes. */
export function AskCall<Input, Reply>({ input, done, onDone, ...question }: AskCallProps<Input, Reply>) {
  const { call, onClose } = question;

  function onSuccess(reply: Reply) {
    if (done !== undefined)
      showToast(typeof done === 'string' ? { tone: 'success', text: done } : done(reply));
    onClose();
    onDone?.(reply);
  }

  return <ConfirmCall {...question} onConfirm={() => call.mutate(input, { onSuccess })} />;
}
