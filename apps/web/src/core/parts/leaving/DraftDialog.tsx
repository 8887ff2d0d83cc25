import { type ReactNode, useState } from 'react';
import { Dialog, type DialogProps } from '../../../ui/aria/Dialog.tsx';
import { useT } from '../../i18n/useT.ts';
import { DiscardQuestion } from './DiscardQuestion.tsx';

/** How the form in a `DraftDialog` ends. */
export interface DraftForm {
  /** Called with whether there is unsaved input. */
  onFilled: (isFilled: boolean) => void;
  /** Closes, after a question where there is unsaved input. */
  requestClose: () => void;
  /** Closes without a question. */
  close: () => void;
}

export interface DraftDialogProps extends Pick<DialogProps, 'open' | 'title' | 'size' | 'busy'> {
  /** What was typed is saved: no question. */
  isSaved?: boolean;
  onClose: () => void;
  children: (form: DraftForm) => ReactNode;
}

/** A dialog with a form: Escape, the cross and Cancel ask before they discard what was typed. */
export function DraftDialog(props: DraftDialogProps) {
  const { open, title, size = 'md', busy, isSaved = false, onClose, children } = props;
  const t = useT();
  const [isFilled, setFilled] = useState(false);
  const [isAsking, ask] = useState(false);

  function close() {
    setFilled(false);
    ask(false);
    onClose();
  }

  function requestClose() {
    if (isFilled && !isSaved) ask(true);
    else close();
  }

  return (
    <Dialog
      open={open}
      onClose={requestClose}
      title={title}
      closeLabel={t('Dialog.Close')}
      size={size}
      busy={busy}
      sticky
    >
      {children({ onFilled: setFilled, requestClose, close })}
      <DiscardQuestion open={isAsking} onDiscard={close} onStay={() => ask(false)} />
    </Dialog>
  );
}
