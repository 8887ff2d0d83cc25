import { type ReactNode, useId } from 'react';

export interface ProgressBarProps {
  label: ReactNode;
  labelHidden?: boolean;
  /** From 0 to `max`; undefined while the progress is unknown. */
  value?: number | undefined;
  max?: number;
  /** The progress in words, shown at the right and read aloud: « 120 sur 412 ». */
  valueText?: string;
}

export function ProgressBar({ label, labelHidden = false, value, max = 100, valueText }: ProgressBarProps) {
  const id = useId();
  const share = value === undefined ? undefined : `${Math.min(100, Math.max(0, (value / max) * 100))}%`;
  return (
    <div className="flex flex-col gap-1.5">
      <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-sm'}>
        <span id={id} className="font-medium text-ink">
          {label}
        </span>
        {valueText && <span className="text-muted tabular-nums">{valueText}</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
        className="h-1.5 overflow-hidden rounded-full bg-line forced-colors:h-2 forced-colors:border"
      >
        <div
          className={
            share
              ? 'forced-fill h-full rounded-full bg-accent transition-[width]'
              : 'forced-fill h-full w-2/5 animate-sweep rounded-full bg-accent'
          }
          style={{ width: share }}
        />
      </div>
    </div>
  );
}
