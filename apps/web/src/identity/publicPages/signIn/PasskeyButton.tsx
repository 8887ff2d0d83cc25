import { useState } from 'react';
import type { Refusal } from '../../../core/forms/RefusalNotice.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { loadCalls } from './loadCalls.ts';

export interface PasskeyButtonProps {
  disabled: boolean;
  onRefused: (refusal: Refusal | null) => void;
  /** Called with whether the button's script failed to load. */
  onUnloaded: (isUnloaded: boolean) => void;
}

/** Signs in without a password; absent without browser support for passkeys. A press loads the script. */
export function PasskeyButton({ disabled, onRefused, onUnloaded }: PasskeyButtonProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  if (!('PublicKeyCredential' in window)) return null;

  async function open() {
    setAsking(true);
    onRefused(null);
    const calls = await loadCalls();
    onUnloaded(calls === null);
    const refusal = calls && (await calls.openWithPasskey());
    onRefused(refusal);
    if (calls && !refusal) await calls.goOn();
    setAsking(false);
  }

  return (
    <Button full disabled={disabled} busy={isAsking} busyLabel={t('LoginPage.Passkey.Busy')} onClick={open}>
      {t('LoginPage.Passkey')}
    </Button>
  );
}
