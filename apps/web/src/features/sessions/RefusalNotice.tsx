import { useT } from '../../platform/i18n/useT.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Refusal } from './tryPassword.ts';

/** Why the session did not open; where that is not the fault of who signs in, it says so, and how long to wait. */
export function RefusalNotice({ refusal }: { refusal: Refusal }) {
  const t = useT();
  const { code, cause, secondsToWait } = refusal;
  return (
    <Notice tone="danger" role="alert">
      {t(`LoginPage.Error.${code}`)}
      {cause === 'serverAtFault' && <p className="mt-2">{t('LoginPage.ServerAtFault')}</p>}
      {cause === 'tooManyTries' && <p className="mt-2">{t('LoginPage.TooManyTries')}</p>}
      {secondsToWait !== null && <p className="mt-2">{waitText(secondsToWait)}</p>}
    </Notice>
  );

  function waitText(seconds: number): string {
    if (seconds <= 90) return t('LoginPage.WaitSeconds', { count: seconds });
    return t('LoginPage.Wait', { count: Math.ceil(seconds / 60) });
  }
}
