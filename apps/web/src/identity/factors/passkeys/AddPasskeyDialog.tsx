import {
  addPasskey,
  type Proof,
  passkeyNameMaxLength,
  startPasskey,
} from '@guichet/contract/identity/factors';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { FactorDialog } from '../recoveryCodes/RecoveryCodesSheet.tsx';

export interface AddPasskeyDialogProps {
  passkeys: number;
  onClose: () => void;
}

/** Creates a passkey on this device: asks for a name and a proof, then opens the browser's own dialog. */
export function AddPasskeyDialog({ passkeys, onClose }: AddPasskeyDialogProps) {
  const t = useT();
  const add = useAddPasskey();
  const [name, setName] = useState(t('Factors.Passkey.NameOf', { number: String(passkeys + 1) }));
  const faultsAt = useFieldFaults(add.error, { sent: { name: add.variables?.name }, now: { name } });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const outcome = add.data?.outcome ?? null;

  function send(proof: Proof) {
    add.mutate(
      { proof, name },
      {
        onSuccess: (reply) => {
          if (reply.outcome !== 'added') return;
          showToast({ tone: 'success', text: t('Factors.Passkey.Done', { name }) });
          if (reply.recoveryCodes) setCodes(reply.recoveryCodes);
          else onClose();
        },
      },
    );
  }

  return (
    <FactorDialog title={t('Factors.Passkey.Add')} codes={codes} busy={add.isPending} onClose={onClose}>
      <ProofForm
        submitLabel={t('Factors.Next')}
        call={add}
        hasPasskey={passkeys > 0}
        onProof={send}
        onCancel={onClose}
      >
        <p>{t('Factors.Passkey.AddLead')}</p>
        {(outcome === 'known' || outcome === 'dismissed' || outcome === 'refused') && (
          <Alert>{t(`Factors.Passkey.${outcome}`)}</Alert>
        )}
        <TextField
          label={t('Factors.Passkey.Name')}
          hint={t('Factors.Passkey.NameHint')}
          name="name"
          autoComplete="off"
          maxLength={passkeyNameMaxLength}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultsAt('name')}
        />
      </ProofForm>
    </FactorDialog>
  );
}

/** The outcome `dismissed`: the browser created no passkey, or the person closed its window. */
function useAddPasskey() {
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
