import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/states/Notice.tsx';
import { useFailureText } from './useFailureText.ts';
import { isToldAtFields } from './useFieldFaults.tsx';

/**
 * Why a call failed, scrolled to where it is out of view; nothing before a failure, or when the fields of the form show
 * it. In a form it stands right above the buttons.
 */
export function FailureNotice({ failure }: { failure: unknown }) {
  const failureText = useFailureText();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is brought into view
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [failure]);
  if (!failure || isToldAtFields(failure)) return null;
  return (
    <div ref={place} className="scroll-my-4">
      <Notice tone="danger" role="alert">
        {failureText(failure)}
      </Notice>
    </div>
  );
}
