import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Tone } from './Notice.tsx';

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  info: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
};

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex min-w-5 items-center justify-center rounded-full px-2 py-0.5 font-medium text-xs tabular-nums forced-colors:border',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A state as text with a dot, whose colour repeats the text. Success is quiet, so others stand out. */
export function StateChip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  const isQuiet = tone === 'success' || tone === 'neutral';
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full py-0.5 text-xs',
        isQuiet ? 'text-muted' : ['px-2.5 forced-colors:border', tones[tone]],
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'forced-fill size-1.5 rounded-full',
          tone === 'success' ? 'bg-success-ink' : 'bg-current',
        )}
      />
      {children}
    </span>
  );
}
