import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Share of the limit from which the count is shown. */
const nearLimit = 0.9;

/**
 * The note of a field whose text may be longer than its limit in characters: its count once it comes near, else `note`.
 * Nothing is cut while somebody types or pastes; a save says what is too long.
 */
export function lengthNote(value: string, limit: number, note?: ReactNode): ReactNode {
  if (value.length < limit * nearLimit) return note;
  const isOver = value.length > limit;
  return (
    <span className={clsx('tabular-nums', isOver && 'text-danger-ink')}>{`${value.length} / ${limit}`}</span>
  );
}
