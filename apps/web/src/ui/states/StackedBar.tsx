import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Tone } from './Notice.tsx';

export interface StackedPart {
  label: ReactNode;
  value: number;
  tone: Tone;
  /** Makes the part's legend a button that filters by this state; pressed while only this state shows. */
  filter?: { isOn: boolean; toggle: () => void } | undefined;
  /** Leads from the part's legend to the counted things. */
  href?: string | undefined;
}

export interface StackedBarProps {
  /** Read aloud before the numbers: « État des courriels »; absent where the bar stands in something that says it. */
  label?: string;
  parts: readonly StackedPart[];
  formatValue: (value: number) => string;
  /** Whether the legend stands beside the bar, and below only without room. */
  oneLine?: boolean;
  /** Stands beside the bar instead of the legend, which then only screen readers get. */
  brief?: ReactNode;
}

const fills: Record<Tone, string> = {
  neutral: 'forced-fill-quiet bg-edge',
  info: 'forced-fill-quiet bg-accent',
  success: 'forced-fill bg-success-ink',
  warning: 'forced-fill-alarm bg-warning-ink',
  danger: 'forced-fill-alarm bg-danger',
};

const pressed =
  '-mx-1.5 inline-flex min-h-6 cursor-pointer items-center gap-1.5 rounded-md px-1.5 text-accent-ink underline decoration-1 underline-offset-4 hover:bg-accent-soft aria-pressed:bg-accent-soft aria-pressed:font-medium';

/** A bar of numbers by state; the legend repeats them as text. */
export function StackedBar({ label, parts, formatValue, oneLine = false, brief }: StackedBarProps) {
  const shown = parts.filter((part) => part.value > 0);
  return (
    <figure
      aria-label={label}
      className={clsx(
        'flex',
        brief && 'items-center gap-1.5',
        !brief && (oneLine ? 'grow flex-col gap-1 lg:flex-row lg:items-center lg:gap-3' : 'flex-col gap-2'),
      )}
    >
      <div
        aria-hidden="true"
        className={clsx(
          'flex h-2 gap-0.5 overflow-hidden rounded-full bg-line',
          oneLine && 'lg:min-w-12 lg:grow',
          brief && 'min-w-5 grow',
        )}
      >
        {shown.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <span key={place} className={clsx('min-w-1', fills[part.tone])} style={{ flexGrow: part.value }} />
        ))}
      </div>
      {brief && (
        <span
          aria-hidden="true"
          className="inline-flex items-center gap-1 whitespace-nowrap text-muted text-sm"
        >
          {brief}
        </span>
      )}
      <ul
        className={
          brief
            ? 'sr-only'
            : clsx('flex flex-wrap text-muted text-sm', oneLine ? 'gap-x-3' : 'gap-x-4 gap-y-1')
        }
      >
        {shown.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <li key={place} className="inline-flex whitespace-nowrap items-center gap-1.5">
            {part.filter ? (
              <button
                type="button"
                aria-pressed={part.filter.isOn}
                onClick={part.filter.toggle}
                className={pressed}
              >
                <LegendEntry part={part} formatValue={formatValue} />
              </button>
            ) : part.href ? (
              <a href={part.href} className={pressed}>
                <LegendEntry part={part} formatValue={formatValue} />
              </a>
            ) : (
              <LegendEntry part={part} formatValue={formatValue} />
            )}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function LegendEntry({ part, formatValue }: { part: StackedPart; formatValue: (value: number) => string }) {
  return (
    <>
      <span aria-hidden="true" className={clsx('size-2 rounded-full', fills[part.tone])} />
      <span>
        {part.label} <span className="font-medium text-ink tabular-nums">{formatValue(part.value)}</span>
      </span>
    </>
  );
}
