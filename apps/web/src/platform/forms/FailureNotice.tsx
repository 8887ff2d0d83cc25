import { Notice } from '../../ui/states/Notice.tsx';
import { useFailureText } from './useFailureText.ts';
import { isToldAtFields } from './useFieldFaults.tsx';

/** Why a call failed; nothing before a failure, or when the fields of the form show it. */
export function FailureNotice({ failure }: { failure: unknown }) {
  const failureText = useFailureText();
  if (!failure || isToldAtFields(failure)) return null;
  return (
    <Notice tone="danger" role="alert">
      {failureText(failure)}
    </Notice>
  );
}
