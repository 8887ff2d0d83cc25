import type { ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/aria/ConfirmDialog.tsx';
import { useT } from '../../i18n/useT.ts';

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
