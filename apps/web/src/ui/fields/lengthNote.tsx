import clsx from 'clsx';
import type { ReactNode } from 'react';

const nearLimit = 0.9;

/** The note of a limited field: the count near the limit, else `note`. Nothing is cut; a save reports the excess. */
export function lengthNote(value: string, limit: number, note?: ReactNode): ReactNode {
  if (value.length < limit * nearLimit) return note;
  const isOver = value.length > limit;
  return (
    <span className={clsx('tabular-nums', isOver && 'text-danger-ink')}>{`${value.length} / ${limit}`}</span>
  );
}
