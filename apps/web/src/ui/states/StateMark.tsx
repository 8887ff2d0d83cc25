import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Icon } from '../icons/icon.tsx';
import { AlertIcon, CheckIcon, ClockIcon, RefreshIcon } from '../icons/moreIcons.tsx';
import type { Tone } from './Notice.tsx';

const looks: Record<Tone, { Icon: Icon; style: string }> = {
  neutral: { Icon: CheckIcon, style: 'text-muted' },
  info: { Icon: ClockIcon, style: 'text-accent-ink' },
  success: { Icon: CheckIcon, style: 'text-success-ink' },
  warning: { Icon: RefreshIcon, style: 'text-warning-ink' },
  danger: { Icon: AlertIcon, style: 'text-danger-ink' },
};

/** A state as text with an icon, in a line of text; columns use `StateChip`. */
export function StateMark({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { Icon: IconPart, style } = looks[tone];
  return (
    <span className="inline-flex items-center gap-1.5">
      <IconPart size={16} className={clsx('shrink-0', style)} />
      <span className="text-ink">{children}</span>
    </span>
  );
}
