import { Notice } from '../../ui/Notice.tsx';
import { useT } from '../i18n/useT.ts';
import { useWaitText } from './useWaitText.ts';

export interface Refusal {
  /**
   * 4403, 4408 and 4409 have words of their own; everything else about a password, a dead server included, is told as 4401 (S8.3, S8.4).
   * The others are about the second factor.
   */
  readonly code:
    | 4401
    | 4403
    | 4407
    | 4408
    | 4409
    | 'code'
    | 'passkey'
    | 'passkeyUnused'
    | 'tooMany'
    | 'fault';
  /** Why nobody knows whether what was typed is right; null when the server has said that it is not. */
  readonly cause: 'tooManyTries' | 'serverAtFault' | null;
  /** Until the next try, where the server says so. */
  readonly secondsToWait: number | null;
}

/** Why the session did not open; where that is not the fault of who signs in, it says so, and how long to wait. */
export function RefusalNotice({ refusal }: { refusal: Refusal }) {
  const t = useT();
  const waitText = useWaitText();
  const { code, cause, secondsToWait } = refusal;
  return (
    <Notice tone="danger" role="alert">
      {t(`LoginPage.Error.${code}`)}
      {cause === 'serverAtFault' && <p className="mt-2">{t('LoginPage.ServerAtFault')}</p>}
      {cause === 'tooManyTries' && <p className="mt-2">{t('LoginPage.TooManyTries')}</p>}
      {secondsToWait !== null && <p className="mt-2">{waitText(secondsToWait)}</p>}
    </Notice>
  );
}
