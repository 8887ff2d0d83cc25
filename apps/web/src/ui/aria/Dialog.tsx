import './dialog.css';
import './pressRule.ts';
import clsx from 'clsx';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../buttons/IconButton.tsx';
import { moveAtRest } from '../focus/moveAtRest.ts';
import { CrossIcon } from '../icons/publicIcons.tsx';
import { listToasts, subscribeToToasts } from '../toasts/toastStore.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The label of the close button; without it, only own buttons close the dialog, not Escape. */
  closeLabel?: string;
  size?: 'sm' | 'md' | 'lg';
  /** Whether Escape and a click outside are ignored, during a call. */
  busy?: boolean | undefined;
  /** Whether a click outside is ignored, to protect long input. */
  sticky?: boolean;
  /** `alertdialog` interrupts screen readers, and ignores a click outside. */
  role?: 'dialog' | 'alertdialog';
  /** The id of an element that is read with the title, when a button takes the focus at once. */
  describedBy?: string;
  children: ReactNode;
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' };

/**
 * A modal dialog: it traps the focus, closes with Escape, and restores the focus. Its top stays in place while the content
 * changes, so that nothing above the change moves under the pointer.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, closeLabel, size = 'md', busy = false, role = 'dialog', children } = props;
  const { sticky = false, describedBy } = props;
  const mayEscape = open && !busy && closeLabel !== undefined;
  const overlay = useRef<HTMLDivElement>(null);
  const modal = useRef<HTMLDivElement>(null);
  const topPadding = useTopPadding(open, modal);
  const escapeFromBehind = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isBehind(event.target) || isBehind(overlay.current)) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    if (!mayEscape) return;
    document.addEventListener('keydown', escapeFromBehind, true);
    return () => document.removeEventListener('keydown', escapeFromBehind, true);
  }, [mayEscape]);

  return (
    <ModalOverlay
      ref={overlay}
      isOpen={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={role === 'dialog' && !busy && !sticky}
      isKeyboardDismissDisabled={busy || closeLabel === undefined}
      {...(topPadding > 0 && { style: { paddingTop: topPadding } })}
      className="dialog-veil fixed inset-0 z-50 grid content-start justify-items-center overflow-y-auto scroll-pb-24 bg-veil p-3 pt-[clamp(0.75rem,12dvh,8rem)] transition-opacity duration-200 data-entering:opacity-0 data-exiting:opacity-0 sm:p-6 sm:pt-[clamp(1.5rem,12dvh,8rem)]"
    >
      <Modal
        ref={modal}
        className={clsx(
          'w-full rounded-xl border border-line bg-raised shadow-float transition-[opacity,translate] duration-200',
          'data-entering:translate-y-2 data-entering:opacity-0 data-exiting:opacity-0',
          widths[size],
        )}
      >
        <AriaDialog
          role={role}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          className="flex flex-col gap-4 p-5 outline-none sm:p-7"
        >
          <div className="flex items-start justify-between gap-4">
            <Heading
              slot="title"
              className="wrap-anywhere min-w-0 font-serif text-ink text-xl tracking-tight"
            >
              {title}
            </Heading>
            {closeLabel !== undefined && (
              <div className="-mt-1.5 -mr-2">
                <IconButton label={closeLabel} icon={CrossIcon} onClick={onClose} disabled={busy} />
              </div>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * The pixels at the top of the window that a dialog leaves to the toasts above. The number never shrinks
 * while the dialog is open, since its buttons would move under the pointer.
 */
function useTopPadding(open: boolean, modal: RefObject<HTMLElement | null>): number {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts);
  const [topPadding, setTopPadding] = useState(0);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const isOpening = open && !wasOpen.current;
    wasOpen.current = open;
    if (!open) return setTopPadding(0);
    if (toasts.length === 0) return;
    function makeRoom() {
      const dialog = modal.current?.getBoundingClientRect();
      if (!dialog) return;
      for (const toast of document.querySelectorAll('[data-toast]')) {
        const { left, right, top, bottom } = toast.getBoundingClientRect();
        const isBeside = right <= dialog.left || left >= dialog.right;
        if (!isBeside && top < dialog.bottom && bottom > dialog.top)
          setTopPadding((before) => Math.max(before, Math.ceil(bottom) + gap));
      }
    }
    if (isOpening) return makeRoom();
    return moveAtRest(makeRoom, '[role$=dialog]');
  }, [open, toasts, modal]);
  return open ? topPadding : 0;
}

/** The pixels between the toasts and a dialog. */
const gap = 8;

/** Whether a key goes to the covered page, as it does until an entering dialog has taken the focus. */
function isBehind(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.closest(covered) !== null);
}

const covered = '[inert], [aria-hidden="true"]';

/**
 * The buttons at the end of a dialog, the primary button last; stacked on a narrow screen. On a wide one they stay in view
 * while a long dialog scrolls behind them.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions mt-2 flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap sm:justify-end">
      {children}
    </div>
  );
}
