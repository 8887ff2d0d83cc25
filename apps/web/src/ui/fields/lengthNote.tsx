import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The share of the limit from which the count shows. */
const nearLimit = 0.9;

/**
 * The note of a field with a maximum length in characters: the count once the text comes near the limit, else
 * `note`. Nothing is cut while somebody types or pastes; a save reports a text that is too long.
 */
export function lengthNote(value: string, limit: number, note?: ReactNode): ReactNode {
  if (value.length < limit * nearLimit) return note;
  const isOver = value.length > limit;
  return (
    <span className={clsx('tabular-nums', isOver && 'text-danger-ink')}>{`${value.length} / ${limit}`}</span>
  );
}
