import '../../../ui/styles/light.css';
import { handOff } from '@guichet/contract/identity/sessions.handOff';
import { useEffect } from 'react';
import { call } from '../../../core/call/call.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { isExpired, readClaims } from '../../../core/session/readClaims.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { Spinner } from '../../../ui/icons/Spinner.tsx';

export interface HandOffProps {
  redirectUri: string;
  /** Called when the site is not registered, or the session is over. */
  onStay: () => void;
}

/** Redirects a signed-in person to the registered site that asked for the sign-in. */
export default function HandOff({ redirectUri, onStay }: HandOffProps) {
  const t = useT();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for an address
  useEffect(() => {
    let isGone = false;
    void findHandOff(redirectUri)
      .catch(() => null)
      .then((address) => {
        if (isGone) return;
        if (address === null) onStay();
        else location.replace(address);
      });
    return () => {
      isGone = true;
    };
  }, [redirectUri]);

  return (
    <p role="status" className="flex items-center gap-3 text-muted">
      <Spinner className="text-accent-ink" />
      {t('CallbackPage.Message')}
    </p>
  );
}

/**
 * The registered site's address for the signed-in person (S4.22). Null when the stored token has expired
 * (S4.23), during an impersonation, or when the address is not registered and is therefore ignored.
 */
async function findHandOff(redirectUri: string): Promise<string | null> {
  const { token, isImpersonating } = getSession();
  const claims = token === null || isImpersonating ? null : readClaims(token);
  return claims && !isExpired(claims, new Date()) ? askForHandOff(redirectUri) : null;
}

/** Like `findHandOff`, right after a sign-in: the token is valid, whatever this computer's clock says. */
export async function askForHandOff(redirectUri: string): Promise<string | null> {
  const answer = await call(handOff, { body: { redirectUri } }).catch(() => null);
  return answer?.address ?? null;
}
