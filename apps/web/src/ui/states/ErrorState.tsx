import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { AlertIcon } from '../icons/icons.tsx';

export interface ErrorStateProps {
  title: ReactNode;
  children?: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  busy?: boolean;
}

/** Stands in for content that could not be loaded. */
export function ErrorState({ title, children, retryLabel, onRetry, busy }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-t-full rounded-b-md bg-danger-soft text-danger-ink">
        <AlertIcon size={26} />
      </span>
      <p className="font-serif text-ink text-xl">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      <div className="mt-3">
        <Button onClick={onRetry} busy={busy}>
          {retryLabel}
        </Button>
      </div>
    </div>
  );
}
