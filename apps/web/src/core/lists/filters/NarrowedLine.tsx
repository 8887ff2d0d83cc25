import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';

export interface NarrowedLineProps {
  /** Which part of the list is shown. */
  children: ReactNode;
  /** The label of the button that shows the whole list. */
  allLabel: string;
  onAll: () => void;
}

/** Above a list that a link has narrowed: what is shown, and the way to all of it. */
export function NarrowedLine({ children, allLabel, onAll }: NarrowedLineProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      {children}
      <Button size="sm" variant="quiet" onClick={onAll}>
        {allLabel}
      </Button>
    </p>
  );
}
