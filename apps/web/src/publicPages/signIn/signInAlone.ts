import { openWithPasskey } from '../../features/sessions/secondFactor.ts';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { goOn } from './openSession.ts';

/** Signs in with a passkey and opens the next page; returns the error text when that fails. */
export async function signInAlone(): Promise<Refusal | null> {
  const refusal = await openWithPasskey();
  if (!refusal) await goOn();
  return refusal;
}
