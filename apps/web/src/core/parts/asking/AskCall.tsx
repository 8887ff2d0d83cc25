import { showToast, type ToastMessage } from '../../../ui/toasts/toastStore.ts';
import { ConfirmCall, type ConfirmCallProps } from './ConfirmCall.tsx';

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
