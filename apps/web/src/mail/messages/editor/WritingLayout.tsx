import type { ReactNode } from 'react';

export interface WritingLayoutProps {
  /** The text, then its `WritingExtras`. */
  children: ReactNode;
  previews: ReactNode;
}

/** A text being written, with its previews beside it on a wide screen, and below everything else on another. */
export function WritingLayout({ children, previews }: WritingLayoutProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1.7fr)_minmax(28rem,1fr)] xl:grid-rows-[auto_1fr]">
      {children}
      <div className="min-w-0 lg:col-span-2 xl:col-span-1 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        {previews}
      </div>
    </div>
  );
}

/** The cards that go with a text: a document, an hour, a trial. */
export function WritingExtras({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5 xl:row-start-2 xl:grid xl:grid-cols-2 xl:items-start">{children}</div>
  );
}
