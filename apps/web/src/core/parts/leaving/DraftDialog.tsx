import { type ReactNode, useState } from 'react';
import type { DialogProps } from '../../../ui/aria/Dialog.tsx';
import { ClosableDialog } from '../dialogs/ClosableDialog.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';

/** How the form in a `DraftDialog` reports input and closes. */
export interface DraftForm {
  /** Called with whether the form has unsaved input. */
  onFilled: (isFilled: boolean) => void;
  /** Closes the dialog, after a question if the form has unsaved input. */
  requestClose: () => void;
  /** Closes the dialog without a question. */
  close: () => void;
}

export interface DraftDialogProps extends Pick<DialogProps, 'open' | 'title' | 'size' | 'busy'> {
  /** Whether the typed text is saved, so that closing asks nothing. */
  isSaved?: boolean;
  onClose: () => void;
  children: (form: DraftForm) => ReactNode;
}

/** A dialog with a form: Escape, the cross and Cancel ask before they discard unsaved input. */
export function DraftDialog(props: DraftDialogProps) {
  const { open, title, size = 'md', busy, isSaved = false, onClose, children } = props;
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
    <ClosableDialog open={open} onClose={requestClose} title={title} size={size} busy={busy} sticky>
      {children({ onFilled: setFilled, requestClose, close })}
      <DiscardQuestion open={isAsking} onDiscard={close} onStay={() => ask(false)} />
    </ClosableDialog>
  );
}
