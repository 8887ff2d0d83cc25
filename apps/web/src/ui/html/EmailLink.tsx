import clsx from 'clsx';
import { Fragment } from 'react';

export interface EmailLinkProps {
  email: string;
  /** Whether a long address is cut to stay on one line, for rows of equal height; the cell has the whole. */
  oneLine?: boolean;
}

export function EmailLink({ email, oneLine = false }: EmailLinkProps) {
  return (
    <a
      href={`mailto:${encodeURI(email)}`}
      className={clsx(
        'inline-flex min-h-6 items-center align-middle text-accent-ink underline-offset-4 [overflow-wrap:break-word] hover:underline',
        // The line height is the row's, since a block puts its text at the top.
        oneLine && '@min-[40rem]:block @min-[40rem]:truncate @min-[40rem]:leading-6',
      )}
    >
      <span className="min-w-0">
        {oneLine ? <span translate="no">{email}</span> : <BreakableAddress address={email} />}
      </span>
    </a>
  );
}

/** An address that breaks after an at sign or a dot where a line is too short for it, and not at a hyphen. */
export function BreakableAddress({ address }: { address: string }) {
  const parts = address.split(/([^\s-](?:-+[^\s-])+)|(?<=[@.])/).filter((part) => part !== undefined);
  return (
    <span translate="no">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one address have no other name and never move
        <Fragment key={at}>
          {/[@.]$/.test(parts[at - 1] ?? '') && <wbr />}
          {part.includes('-') ? <span className="whitespace-nowrap">{part}</span> : part}
        </Fragment>
      ))}
    </span>
  );
}
