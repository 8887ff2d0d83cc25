import { createContext, type FocusEvent, use, useRef, useState } from 'react';
import { Dialog, type DialogProps } from '../../../ui/aria/Dialog.tsx';
import { useT } from '../../i18n/useT.ts';
import { DiscardQuestion } from '../leaving/DiscardQuestion.tsx';

export interface ClosableDialogProps extends Omit<DialogProps, 'closeLabel'> {
  /** Whether the typed text is saved, so that closing asks nothing. */
  isSaved?: boolean;
}

export interface TypedText {
  /** Calls `go`, which closes the dialog, after a question where typed text would be lost. */
  leave: (go: () => void) => void;
  /** Counts the present text as saved. */
  forget: () => void;
}

const TypedTextContext = createContext<TypedText>({ leave: (go) => go(), forget: () => {} });

/** For a form in a `ClosableDialog`. */
export function useTypedText(): TypedText {
  return use(TypedTextContext);
}

/** A dialog that Escape, its cross and a click outside close, after a question where typed text would be lost. */
export function ClosableDialog({ isSaved = false, onClose, children, ...props }: ClosableDialogProps) {
  const t = useT();
  const { note, hasTyped, forget } = useTextFields();
  /** The way out that waits for the answer; null without a question. */
  const [asked, ask] = useState<(() => void) | null>(null);

  function leave(go: () => void) {
    if (hasTyped() && !isSaved) return ask(() => go);
    forget();
    go();
  }

  function discard() {
    ask(null);
    forget();
    asked?.();
  }

  return (
    <Dialog {...props} onClose={() => leave(onClose)} closeLabel={t('Dialog.Close')}>
      <TypedTextContext value={{ leave, forget }}>
        <div className="contents" onFocusCapture={note}>
          {children}
        </div>
      </TypedTextContext>
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
