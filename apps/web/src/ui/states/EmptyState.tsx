import type { ReactNode } from 'react';
import type { Icon } from '../icons/icon.tsx';

export interface EmptyStateProps {
  icon?: Icon;
  title: ReactNode;
  /** Tells the user what to do. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: IconPart, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-12 text-center">
      {IconPart && (
        <span className="mb-2 grid size-14 place-items-center rounded-t-full rounded-b-md bg-sunken text-muted">
          <IconPart size={26} />
        </span>
      )}
      <p className="font-serif text-ink text-xl">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
