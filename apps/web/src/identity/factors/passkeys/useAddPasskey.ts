import { addPasskey, type Proof, startPasskey } from '@guichet/contract/identity/factors';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';

/** The outcome `dismissed`: the browser created no passkey, or the person closed its window. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ proof, name }: { readonly proof: Proof; readonly name: string }) => {
      const started = await call(startPasskey, { body: { proof } });
      if (started.outcome !== 'started') return started;
      const { makePasskey } = await import('../../../core/session/passkeys.ts');
      const passkey = await makePasskey(started.creation);
      if (typeof passkey === 'string') return { outcome: passkey };
      return call(addPasskey, { body: { name, passkey } });
    },
  });
}
