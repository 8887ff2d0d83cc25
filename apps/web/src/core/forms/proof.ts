import { askForProof, type Proof } from '@guichet/contract/identity/factors';
import { call } from '../call/call.ts';

/** A proof by passkey; null without an answer, for example when the person closes the browser's window. */
export async function provePasskey(): Promise<Proof | null> {
  const request = await call(askForProof);
  const { askBrowser } = await import('../session/passkeys.ts');
  const passkey = await askBrowser(request);
  return passkey && { passkey };
}
