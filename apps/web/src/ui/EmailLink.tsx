import { Fragment } from 'react';

/** An address as a link that writes to it. Where a line is too short for it, it breaks before an at sign or a dot. */
export function EmailLink({ email }: { email: string }) {
  const [first, ...more] = email.split(/(?=[@.])/);
  return (
    <a
      href={`mailto:${email}`}
      className="inline-flex min-h-6 items-center text-accent-ink underline-offset-4 [overflow-wrap:break-word] hover:underline"
    >
      <span translate="no" className="min-w-0">
        {first}
        {more.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one address have no other name and never move
          <Fragment key={at}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    </a>
  );
}
