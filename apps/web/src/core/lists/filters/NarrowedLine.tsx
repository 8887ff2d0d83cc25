import type { ReactNode } from 'react';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';

export interface NarrowedLineProps {
  /** Names the shown part of the list. */
  children: ReactNode;
  /** The label of the button that shows the whole list. */
  allLabel: string;
  onAll: () => void;
}

/** A line above a list that a link has narrowed: names the shown part, with a button for the whole list. */
export function NarrowedLine({ children, allLabel, onAll }: NarrowedLineProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      {children}
      <SmallButton variant="quiet" onClick={onAll}>
        {allLabel}
      </SmallButton>
    </p>
  );
}
