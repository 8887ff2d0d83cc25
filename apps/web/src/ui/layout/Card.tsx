import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

export interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Whether the card has no padding, for content that reaches the edges. */
  flush?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
}

/** A card; with a title, the card is a region. */
export function Card({ title, description, actions, flush = false, footer, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className="relative rounded-lg border border-line bg-surface shadow-card"
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4 pb-3 sm:px-6">
          <div className="min-w-0">
            <h2 id={id} className="font-semibold text-ink text-lg">
              {title}
            </h2>
            {description && <p className="text-muted text-sm">{description}</p>}
          </div>
          {actions && <div className="flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div
        className={clsx(
          flush ? 'overflow-clip rounded-[inherit]' : 'px-5 pb-5 sm:px-6 sm:pb-6',
          !flush && !title && !actions && 'pt-5 sm:pt-6',
        )}
      >
        {children}
      </div>
      {footer && <footer className="border-line border-t px-5 py-3 sm:px-6">{footer}</footer>}
    </section>
  );
}
