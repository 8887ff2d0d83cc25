import type { ReactNode } from 'react';
import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { OfficeHelp } from './office/OfficeHelp.tsx';

export interface PlainPageProps {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  /** Set, with a `key`, on a page that replaces a form or a wait: its heading takes the lost focus. */
  takesFocus?: boolean;
  /** The system whose office the page names at its end, or else the university's. */
  officeOf?: number | null | undefined;
}

/** A narrow page with one form or message, below a small arch. */
export function PlainPage({ title, lead, children, takesFocus = false, officeOf }: PlainPageProps) {
  const heading = useFocusIfLost<HTMLHeadingElement>();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 pt-4 pb-12 sm:px-6 sm:pt-16">
      <div className="rounded-xl border border-line bg-surface p-6 shadow-card sm:p-10">
        <ArchMark />
        <h1
          ref={takesFocus ? heading : undefined}
          tabIndex={-1}
          className="wrap-anywhere mt-5 font-serif text-2xl text-ink tracking-tight"
        >
          {title}
        </h1>
        {lead && <div className="wrap-anywhere mt-2 text-muted">{lead}</div>}
        {children && <div className="mt-6">{children}</div>}
        {officeOf !== undefined && <OfficeHelp systemId={officeOf} />}
      </div>
    </div>
  );
}

function ArchMark() {
  return (
    <svg
      aria-hidden="true"
      width="44"
      height="48"
      viewBox="0 0 44 48"
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
    >
      <path d="M3 46V21a19 19 0 0 1 38 0v25" className="stroke-edge" />
      <path d="M9 46V22a13 13 0 0 1 26 0v24" className="stroke-accent-ink" />
      <path d="M13.5 35V22.5a8.5 8.5 0 0 1 17 0V35Z" className="fill-lamp" />
      <path d="M1 46h42M11 39h22" className="stroke-accent-ink" />
    </svg>
  );
}
