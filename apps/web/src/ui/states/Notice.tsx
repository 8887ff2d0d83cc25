import clsx from 'clsx';
import type { ReactNode } from 'react';
import { AlertIcon } from '../icons/icons.tsx';
import { CheckIcon, CrossIcon, InfoIcon } from '../icons/publicIcons.tsx';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export interface NoticeProps {
  tone?: Exclude<Tone, 'neutral'>;
  title?: ReactNode;
  children?: ReactNode;
  /** `alert` for a new failure, `status` for a new success; none for a notice that was there before. */
  role?: 'alert' | 'status';
  action?: ReactNode;
  onDismiss?: () => void;
  dismissLabel?: string;
}

const looks = {
  info: { Icon: InfoIcon, style: 'bg-accent-soft text-accent-ink' },
  success: { Icon: CheckIcon, style: 'bg-success-soft text-success-ink' },
  warning: { Icon: AlertIcon, style: 'bg-warning-soft text-warning-ink' },
  danger: { Icon: AlertIcon, style: 'bg-danger-soft text-danger-ink' },
};

/** A message that stays on the page, beside its subject. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', title, children, role, action, onDismiss, dismissLabel } = props;
  const { Icon, style } = looks[tone];
  return (
    <div
      role={role}
      className={clsx('flex items-start gap-3 rounded-md px-4 py-3 forced-colors:border', style)}
    >
      <Icon size={20} className="mt-px shrink-0" />
      <div className="wrap-anywhere min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && (
          <div className={clsx('whitespace-pre-line', title && 'mt-0.5 text-ink')}>{children}</div>
        )}
        {action && <div className="mt-2">{action}</div>}
      </div>
      {onDismiss && (
        <button
          type="button"
          aria-label={dismissLabel}
          title={dismissLabel}
          onClick={onDismiss}
          className="-m-1.5 grid size-8 cursor-pointer place-items-center rounded-md hover:bg-ink/10"
        >
          <CrossIcon size={18} />
        </button>
      )}
    </div>
  );
}

/** A new failure, read aloud at once. */
export function Alert(props: Omit<NoticeProps, 'tone' | 'role'>) {
  return <Notice {...props} tone="danger" role="alert" />;
}

/** The outcome of a press, beside its button; scrolled into view where a small screen hides it. */
export function OutcomeNotice(props: NoticeProps) {
  return (
    <div ref={scrollIntoView}>
      <Notice role={props.tone === 'danger' ? 'alert' : 'status'} {...props} />
    </div>
  );
}

function scrollIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' });
}
