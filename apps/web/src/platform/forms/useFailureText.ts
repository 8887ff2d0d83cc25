import { useCallback } from 'react';
import { CallFailed } from '../call/CallFailed.ts';
import { useT } from '../i18n/useT.ts';

/** The text for a failed call: the server's own, or that it did not answer, or a general one. */
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
