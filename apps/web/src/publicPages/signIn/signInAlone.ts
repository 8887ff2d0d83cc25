import { openWithPasskey } from '../../features/sessions/secondFactor.ts';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { goOn } from './openSession.ts';

/** Signs in with a passkey and goes on; gives what to say when that fails. */
export async function signInAlone(): Promise<Refusal | null> {
  const refusal = await openWithPasskey();
  if (!refusal) await goOn();
  return refusal;
}
