import { useCallback } from 'react';
import { useT } from '../i18n/useT.ts';

/** The text about the wait after too many tries: in seconds up to 90, else in minutes. */
export function useWaitText(): (seconds: number) => string {
  const t = useT();
  return useCallback(
    (seconds) => {
      if (seconds <= 90) return t('LoginPage.WaitSeconds', { count: seconds });
      return t('LoginPage.Wait', { count: Math.ceil(seconds / 60) });
    },
    [t],
  );
}
