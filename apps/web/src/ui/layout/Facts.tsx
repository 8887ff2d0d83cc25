import type { ReactNode } from 'react';

/** Names and values, a pair per line; on a narrow screen the value stands below its name. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted text-sm sm:py-0.5">{name}</dt>
          <dd className="text-ink [overflow-wrap:anywhere] max-sm:pb-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
