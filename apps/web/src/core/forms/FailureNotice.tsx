import { Alert } from '../../ui/states/Notice.tsx';
import { useFailureText } from './useFailureText.ts';
import { isToldAtFields } from './useFieldFaults.tsx';

/** Why a call failed, scrolled into view; nothing without a failure. In a form right above the buttons. */
export function FailureNotice({ failure }: { failure: unknown }) {
  const failureText = useFailureText();
  if (!failure || isToldAtFields(failure)) return null;
  return (
    <div ref={bringIntoView} className="scroll-my-4">
      <Alert>{failureText(failure)}</Alert>
    </div>
  );
}

// Runs once per failure: the notice is unmounted while a call is repeated.
function bringIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}
