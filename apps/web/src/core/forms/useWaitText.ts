import { useCallback } from 'react';
import { useT } from '../i18n/useT.ts';

/** After too many tries: when the next one is allowed, in seconds if soon. */
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
