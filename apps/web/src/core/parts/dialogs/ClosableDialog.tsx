import { createContext, type FocusEvent, use, useEffect, useRef, useState } from 'react';
import { Dialog, type DialogProps } from '../../../ui/aria/Dialog.tsx';
import { useT } from '../../i18n/useT.ts';
import { DiscardQuestion } from '../leaving/DiscardQuestion.tsx';

export type ClosableDialogProps = Omit<DialogProps, 'closeLabel'>;

export interface DialogAround {
  /** Closes the dialog, or calls `go` for that, after a question where typed text would be lost. */
  leave: (go?: () => void) => void;
  /** Counts the present text as saved. */
  forget: () => void;
  setBusy: (isBusy: boolean) => void;
}

const DialogContext = createContext<DialogAround>({
  leave: (go) => go?.(),
  forget: () => {},
  setBusy: () => {},
});

/** For a form in a `ClosableDialog`. */
export function useDialogAround(): DialogAround {
  return use(DialogContext);
}

/** Keeps the dialog around a form open while the form's call is running. */
export function useBusyDialog(isBusy: boolean): void {
  const { setBusy } = useDialogAround();
  useEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
}

/** A dialog that Escape, its cross and a click outside close, after a question where typed text would be lost. */
export function ClosableDialog({ busy = false, onClose, children, ...props }: ClosableDialogProps) {
  const t = useT();
  const { note, hasTyped, forget } = useTextFields();
  const [isFormBusy, setBusy] = useState(false);
  /** The way out that waits for the answer; null without a question. */
  const [asked, ask] = useState<(() => void) | null>(null);

  function leave(go = onClose) {
    if (hasTyped()) return ask(() => go);
    forget();
    go();
  }

  function discard() {
    ask(null);
    forget();
    asked?.();
  }

  return (
    <Dialog {...props} busy={busy || isFormBusy} onClose={() => leave()} closeLabel={t('Dialog.Close')}>
      <DialogContext value={{ leave, forget, setBusy }}>
        <div className="contents" onFocusCapture={note}>
          {children}
        </div>
      </DialogContext>
      <DiscardQuestion open={asked !== null} onDiscard={discard} onStay={() => ask(null)} />
    </Dialog>
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Text that is worth a question; a search, or the proof of who one is, is soon typed again. */
const worthKeeping = `textarea, input:not([type="search"], [type="checkbox"], [type="radio"],
  [autocomplete="current-password"], [autocomplete="one-time-code"])`;

/** Whether fields of a form, or below `data-draft`, hold another text than before they were typed in. */
function useTextFields() {
  const before = useRef(new Map<TextField, string>());
  return {
    note({ target }: FocusEvent) {
      const isText = target.matches(worthKeeping) && target.closest('form, [data-draft]');
      if (isText && !before.current.has(target as TextField))
        before.current.set(target as TextField, (target as TextField).value);
    },
    hasTyped: () => [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
    forget: () => before.current.clear(),
  };
}
