import clsx from 'clsx';
import { Fragment } from 'react';

export interface EmailLinkProps {
  email: string;
  /** Whether a long address is cut to stay on one line, for rows of equal height; the cell has the whole. */
  oneLine?: boolean;
}

/** A mailto link. A long address breaks before an at sign or a dot. */
export function EmailLink({ email, oneLine = false }: EmailLinkProps) {
  const [first, ...more] = oneLine ? [email] : email.split(/(?=[@.])/);
  return (
    <a
      href={`mailto:${email}`}
      className={clsx(
        'inline-flex min-h-6 items-center align-middle text-accent-ink underline-offset-4 [overflow-wrap:break-word] hover:underline',
        // The line height is the row's, since a block puts its text at the top.
        oneLine && '@min-[40rem]:block @min-[40rem]:truncate @min-[40rem]:leading-6',
      )}
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
