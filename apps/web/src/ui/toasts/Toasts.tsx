import clsx from 'clsx';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { AlertIcon } from '../icons/icons.tsx';
import { CheckIcon, CrossIcon, InfoIcon } from '../icons/publicIcons.tsx';
import { listToasts, removeToast, subscribeToToasts, type Toast } from './toastStore.ts';

/**
 * The place of all toasts, once per page. Failures interrupt a screen reader, and other toasts wait for a
 * pause. Each toast is read only when it comes: as atomic regions, both would read all remaining toasts again
 * at each change.
 */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, listToasts);
  const failures = toasts.filter((toast) => toast.tone === 'danger');
  const others = toasts.filter((toast) => toast.tone !== 'danger');

  return (
    // This attribute keeps react-aria from making toasts inert, thus silent and unclickable, while a dialog
    // is open.
    <div
      data-react-aria-top-layer
      data-toasts
      className="pointer-events-none fixed top-4 right-4 z-[1000] flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
    >
      <div role="alert" aria-atomic="false" className="contents">
        <ol className="contents">
          {failures.map((toast) => (
            <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
          ))}
        </ol>
      </div>
      <div role="status" aria-atomic="false" className="contents">
        <ol className="contents">
          {others.map((toast) => (
            <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
          ))}
        </ol>
      </div>
    </div>
  );
}

const looks = {
  success: { Icon: CheckIcon, style: 'bg-success-soft text-success-ink' },
  danger: { Icon: AlertIcon, style: 'bg-danger-soft text-danger-ink' },
  info: { Icon: InfoIcon, style: 'bg-accent-soft text-accent-ink' },
};

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const end = useCallback(() => removeToast(toast.id), [toast.id]);
  const { isFading, close, holders } = useToastLife(end, toast);
  const { Icon, style } = looks[toast.tone];

  return (
    <li
      {...holders}
      data-toast
      lang={toast.lang}
      // Two live regions share a column; the order keeps the newest toast on top.
      style={{ order: -toast.id }}
      className={clsx(
        'pointer-events-auto relative flex w-full animate-rise items-start gap-3 rounded-lg border border-line bg-raised p-3 pr-11 shadow-float',
        'transition-opacity duration-300',
        isFading ? 'opacity-0' : 'opacity-100',
        // A toast with an undo stays for long, and would cover the buttons of a dialog opened after it.
        toast.undo && 'in-[:root:has([role$=dialog])]:hidden',
      )}
    >
      <span className={clsx('grid size-8 shrink-0 place-items-center rounded-full', style)}>
        <Icon size={18} />
      </span>
      <div className="min-w-0 self-center">
        {toast.title && (
          <p lang={toast.titleLang} className="font-semibold text-ink">
            {toast.title}
          </p>
        )}
        <p className={clsx('wrap-anywhere', toast.title ? 'text-muted' : 'text-ink')}>{toast.text}</p>
        {toast.undo && (
          <button
            type="button"
            // The button's label has the language of the page, whatever language the requirements prescribe
            // for the text.
            lang={toast.lang && document.documentElement.lang}
            aria-label={`${toast.undo.label} – ${toast.undo.of ?? toast.text}`}
            className="relative z-10 min-h-8 cursor-pointer font-semibold text-accent-ink underline"
            onClick={() => {
              toast.undo?.run();
              end();
            }}
          >
            {toast.undo.label}
          </button>
        )}
      </div>
      {/* Covers the whole card, so that a click anywhere dismisses the toast. */}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={close}
        className="absolute inset-0 flex cursor-pointer items-start justify-end rounded-lg p-4 text-muted hover:text-ink"
      >
        <CrossIcon size={16} />
      </button>
    </li>
  );
}

// S9.9: shows five seconds, one more after the pointer or the focus has left, then fades for 300 ms.
const shownMs = 5000;
const shownAfterLeavingMs = 1000;
export const fadeMs = 300;

/** The longest time for what is no failure, also under a resting pointer: it is over, and the page tells it too. */
const mostMs = 60_000;

/** Times a toast: it stays while hovered or focused, or until it is closed if `stays` is set; only a failure or a focused one over a minute. */
function useToastLife(onEnd: () => void, { stays, tone }: Toast) {
  const [isFading, setFading] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [wait, setWait] = useState(shownMs);
  const isHeld = stays || isPointed || isFocused;

  useEffect(() => {
    if (isHeld || isFading) return;
    const timer = setTimeout(() => setFading(true), wait);
    return () => clearTimeout(timer);
  }, [isHeld, isFading, wait]);

  useEffect(() => {
    if (tone === 'danger' || isFocused) return;
    const timer = setTimeout(() => setFading(true), mostMs);
    return () => clearTimeout(timer);
  }, [tone, isFocused]);

  useEffect(() => {
    if (!isFading) return;
    const timer = setTimeout(onEnd, fadeMs);
    return () => clearTimeout(timer);
  }, [isFading, onEnd]);

  function hold(set: (held: boolean) => void, held: boolean) {
    set(held);
    setWait(shownAfterLeavingMs);
  }

  return {
    isFading,
    close: () => setFading(true),
    holders: {
      // Not onPointerEnter, which React misses when a card moves under a resting pointer after the removal of
      // another card.
      onPointerOver: () => hold(setPointed, true),
      onPointerLeave: () => hold(setPointed, false),
      onFocus: () => hold(setFocused, true),
      onBlur: () => hold(setFocused, false),
    },
  };
}
