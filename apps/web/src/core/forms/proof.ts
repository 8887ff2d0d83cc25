import { askForProof, listFactors, type Proof } from '@guichet/contract/identity/factors';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call/call.ts';

export function factorsOptions() {
  return queryOptions({
    queryKey: ['account', 'factors'],
    queryFn: ({ signal }) => call(listFactors, { signal }),
  });
}

/** A proof by passkey; null without an answer, for example when the person closes the browser's window. */
export async function provePasskey(): Promise<Proof | null> {
  const request = await call(askForProof);
  const { askBrowser } = await import('../session/passkeys.ts');
  const passkey = await askBrowser(request);
  return passkey && { passkey };
}
