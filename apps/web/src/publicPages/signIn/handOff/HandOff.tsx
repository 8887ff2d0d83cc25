import '../../../ui/styles/light.css';
import { useEffect } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { Spinner } from '../../../ui/states/Spinner.tsx';
import { findHandOff } from './findHandOff.ts';

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
