import { useCallback } from 'react';
import { CallFailed } from '../call/CallFailed.ts';
import { useT } from '../i18n/useT.ts';

/** What to say about a failed call: the server's own words, else that it did not answer, else that something broke. */
export function useFailureText(): (failure: unknown) => string {
  const t = useT();
  return useCallback(
    (failure) => {
      if (!(failure instanceof CallFailed)) return t('Failure.Unknown');
      if (failure.code === 'network') return t('Failure.Network');
      return failure.detail || t('Failure.Unknown');
    },
    [t],
  );
}
