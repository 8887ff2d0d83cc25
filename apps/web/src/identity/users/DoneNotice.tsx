import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useFocusIfLost } from '../../core/forms/useFocusIfLost.ts';
import { Notice } from '../../ui/states/Notice.tsx';

/** S9.7: how long the notice shows. */
const shownMs = 2000;

export interface DoneNoticeProps {
  title?: ReactNode;
  children: ReactNode;
  /** Called after two seconds. */
  onEnd: () => void;
}

/** Replaces a form after its success, until the dialog closes by itself. */
export function DoneNotice({ title, children, onEnd }: DoneNoticeProps) {
  const place = useFocusIfLost<HTMLDivElement>();
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), shownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone="success" role="status" title={title}>
        {children}
      </Notice>
    </div>
  );
}
