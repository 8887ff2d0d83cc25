import clsx from 'clsx';
import { useCallback } from 'react';
import { AlertIcon } from '../icons/icons.tsx';
import { CheckIcon, CrossIcon, InfoIcon } from '../icons/publicIcons.tsx';
import { removeToast, type Toast } from './toastStore.ts';
import { useToastLife } from './useToastLife.ts';

const looks = {
  success: { Icon: CheckIcon, style: 'bg-success-soft text-success-ink' },
  danger: { Icon: AlertIcon, style: 'bg-danger-soft text-danger-ink' },
  info: { Icon: InfoIcon, style: 'bg-accent-soft text-accent-ink' },
};

export function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const end = useCallback(() => removeToast(toast.id), [toast.id]);
  const { isFading, close, holders } = useToastLife(end, toast.stays ?? false);
  const { Icon, style } = looks[toast.tone];

  return (
    <li
      {...holders}
      lang={toast.lang}
      // Two live regions share one column: the order keeps the newest on top of both.
      style={{ order: -toast.id }}
      className={clsx(
        'pointer-events-auto relative flex w-full animate-rise items-start gap-3 rounded-lg border border-line bg-raised p-3 pr-11 shadow-float',
        'transition-opacity duration-300',
        isFading ? 'opacity-0' : 'opacity-100',
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
        <p className={toast.title ? 'text-muted' : 'text-ink'}>{toast.text}</p>
      </div>
      {/* Covers the whole card: a click anywhere dismisses it. */}
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
