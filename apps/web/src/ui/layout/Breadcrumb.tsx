import type { ReactNode } from 'react';

export interface BreadcrumbProps {
  label: string;
  /** The steps; the last is the page itself, without `href`. */
  items: readonly { label: ReactNode; href?: string }[];
}

export function Breadcrumb({ label, items }: BreadcrumbProps) {
  // The names of some steps are on their way.
  const named = items.filter((item) => item.label !== '');
  return (
    <nav aria-label={label} className="min-w-0">
      <ol className="flex flex-wrap items-center text-muted text-sm">
        {named.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          <li key={place} className="flex min-w-0 max-w-full items-center">
            {place > 0 && (
              <span aria-hidden="true" className="mx-1.5 text-edge">
                /
              </span>
            )}
            {item.href ? (
              <a
                href={item.href}
                className="wrap-anywhere -mx-1 inline-flex min-h-8 min-w-0 items-center rounded-sm px-1 underline-offset-4 hover:text-accent-ink hover:underline"
              >
                {item.label}
              </a>
            ) : (
              <span aria-current="page" className="wrap-anywhere min-w-0 text-ink">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
