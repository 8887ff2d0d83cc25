import { Notice } from '../../ui/states/Notice.tsx';
import { useFailureText } from './useFailureText.ts';
import { isToldAtFields } from './useFieldFaults.tsx';

/**
 * Why a call failed, scrolled into view; renders nothing without a failure, or when the form's fields show
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

// Runs once per failure: the notice is unmounted while a call is repeated.
function bringIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}
