import { useCallback } from 'react';
import { CallFailed } from '../call/CallFailed.ts';
import { useT } from '../i18n/useT.ts';
import { useWaitText } from './useWaitText.ts';

/** The text for a failed call: the server's own, or that it did not answer, or a general text. */
export function useFailureText(): (failure: unknown) => string {
  const t = useT();
  const waitText = useWaitText();
  return useCallback(
    (failure) => {
      if (!(failure instanceof CallFailed)) return t('Failure.Unknown');
      if (failure.code === 'network') return t('Failure.Network');
      if (failure.code === 'request.tooMany' && failure.retryAfter !== null)
        return `${failure.detail} ${waitText(failure.retryAfter)}`;
      return failure.detail || t('Failure.Unknown');
    },
    [t, waitText],
  );
}
