import {
  addPasskey,
  confirmTotp,
  makeRecoveryCodes,
  type Proof,
  removePasskey,
  removeTotp,
  resetFactors,
  startPasskey,
  startTotp,
} from '@guichet/contract/identity/factors';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

export function useStartTotp() {
  return useMutation({ mutationFn: (proof: Proof) => call(startTotp, { body: { proof } }) });
}

export function useConfirmTotp() {
  return useMutation({ mutationFn: (code: string) => call(confirmTotp, { body: { code } }) });
}

/** The outcome `dismissed`: the browser created no passkey, or the person closed its window. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ proof, name }: { readonly proof: Proof; readonly name: string }) => {
      const started = await call(startPasskey, { body: { proof } });
      if (started.outcome !== 'started') return started;
      const { makePasskey } = await loadBrowserPart();
      const passkey = await makePasskey(started.creation);
      if (typeof passkey === 'string') return { outcome: passkey };
      return call(addPasskey, { body: { name, passkey } });
    },
  });
}

/** Removes the passkey with this id, or the authenticator app for null. */
export function useRemoveFactor(passkeyId: number | null) {
  return useMutation({
    mutationFn: (proof: Proof) =>
      passkeyId === null
        ? call(removeTotp, { body: { proof } })
        : call(removePasskey, { params: { passkeyId }, body: { proof } }),
  });
}

export function useMakeRecoveryCodes() {
  return useMutation({ mutationFn: (proof: Proof) => call(makeRecoveryCodes, { body: { proof } }) });
}

export function useResetFactors() {
  return useMutation({ mutationFn: (userId: number) => call(resetFactors, { params: { id: userId } }) });
}

const loadBrowserPart = () => import('../../core/session/passkeys.ts');
