import { useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { Button } from '../../ui/Button.tsx';

export interface PasskeyButtonProps {
  disabled: boolean;
  onRefused: (refusal: Refusal | null) => void;
}

/** Signs in without a password; missing where the browser knows no passkeys. What it needs comes when it is pressed. */
export function PasskeyButton({ disabled, onRefused }: PasskeyButtonProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  if (!('PublicKeyCredential' in window)) return null;

  async function open() {
    setAsking(true);
    onRefused(null);
    const loaded = await import('./signInAlone.ts').catch(() => null);
    onRefused(loaded ? await loaded.signInAlone() : { code: 'fault', cause: null, secondsToWait: null });
    setAsking(false);
  }

  return (
    <Button full disabled={disabled} busy={isAsking} busyLabel={t('LoginPage.Passkey.Busy')} onClick={open}>
      {t('LoginPage.Passkey')}
    </Button>
  );
}
