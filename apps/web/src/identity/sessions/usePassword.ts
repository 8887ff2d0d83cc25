import type { SecondFactorNeeded } from '@guichet/contract/identity/factors.challenge';
import { useState } from 'react';
import type { Refusal } from '../../core/forms/RefusalNotice.tsx';
import { tryPassword } from './tryPassword.ts';

/** A sign-in by password on a page of its own: what is due or refused, and `goOn` once the session is open. */
export function usePassword(goOn: () => void | Promise<void>) {
  const [isSending, setSending] = useState(false);
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  function beginAnew(why: Refusal | null) {
    setNeeded(null);
    setRefusal(why);
  }

  async function send(userName: string, password: string) {
    setSending(true);
    const end = await tryPassword(userName, password);
    setRefusal(end.kind === 'refused' ? end.refusal : null);
    setNeeded(end.kind === 'secondFactor' ? end.needed : null);
    if (end.kind === 'open') await goOn();
    setSending(false);
  }

  return { isSending, needed, refusal, beginAnew, send };
}
