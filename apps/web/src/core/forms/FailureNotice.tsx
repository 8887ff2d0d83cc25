import { Notice } from '../../ui/states/Notice.tsx';
import { useFailureText } from './useFailureText.ts';
import { isToldAtFields } from './useFieldFaults.tsx';

/**
 * Why a call failed, scrolled to where it is out of view; nothing before a failure, or when the fields of the form show
 * it. In a form it stands right above the buttons.
 */
export function FailureNotice({ failure }: { failure: unknown }) {
  const failureText = useFailureText();
  if (!failure || isToldAtFields(failure)) return null;
  return (
    <div ref={bringIntoView} className="scroll-my-4">
      <Notice tone="danger" role="alert">
        {failureText(failure)}
      </Notice>
    </div>
  );
}

// Once for each failure: while a call is repeated there is none.
function bringIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}
