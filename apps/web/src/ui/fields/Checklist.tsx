import clsx from 'clsx';
import { CheckIcon } from '../icons/publicIcons.tsx';

export interface ChecklistProps {
  label: string;
  items: readonly { label: string; holds: boolean }[];
  /** Read aloud after each item: « respecté », « pas encore ». */
  holdsLabel: string;
  pendingLabel: string;
}

/** Requirements for a text, ticked off while it is typed; from the fifth on, long ones. */
export function Checklist({ label, items, holdsLabel, pendingLabel }: ChecklistProps) {
  return (
    <ul aria-label={label} className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
      {items.map((item) => (
        <li
          key={item.label}
          className={clsx(
            'flex items-center gap-2 transition-colors nth-[n+5]:col-span-full',
            item.holds ? 'text-success-ink' : 'text-muted',
          )}
        >
          <span
            className={clsx(
              'grid size-4.5 shrink-0 place-items-center rounded-full border transition-colors',
              item.holds ? 'border-transparent bg-success-soft' : 'border-edge',
            )}
          >
            {item.holds && <CheckIcon size={13} strokeWidth={2.5} />}
          </span>
          {item.label}
          <span className="sr-only">{item.holds ? holdsLabel : pendingLabel}</span>
        </li>
      ))}
    </ul>
  );
}
