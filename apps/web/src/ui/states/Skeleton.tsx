import clsx from 'clsx';

const shimmer =
  'animate-shimmer bg-[linear-gradient(90deg,var(--color-sunken)_30%,var(--color-line)_50%,var(--color-sunken)_70%)] bg-[length:200%_100%]';
const widths = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3'];

/** Grey lines that stand in for a loading text. `label` is read aloud. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-1">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={line} className={clsx('h-4 rounded-sm', widths[line % widths.length], shimmer)} />
      ))}
    </div>
  );
}
