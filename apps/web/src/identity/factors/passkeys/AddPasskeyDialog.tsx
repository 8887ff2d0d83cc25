import { type Proof, passkeyNameMaxLength } from '@guichet/contract/identity/factors';
import { useState } from 'react';
import { useFieldFaults } from '../../../core/forms/useFieldFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert } from '../../../ui/states/Alert.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { FactorDialog } from '../recoveryCodes/RecoveryCodesSheet.tsx';
import { useAddPasskey } from './useAddPasskey.ts';

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
