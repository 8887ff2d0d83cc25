import { askOwnAddress, type OwnDetails } from '@guichet/contract/identity/account.own';
import { listFactors } from '@guichet/contract/identity/factors';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

export interface OwnAddressDialogProps {
  own: OwnDetails;
  /** Whether no mail server is set, so that the link stays in the outbox. */
  isFiled: boolean;
  onClose: () => void;
}

/** Asks for a new address, which counts only after the mailed link is opened; an address that waits is proposed again. */
export function OwnAddressDialog({ own, isFiled, onClose }: OwnAddressDialogProps) {
  const t = useT();
  const factors = useQuery(query(listFactors));
  const ask = useCall(askOwnAddress);
  const [email, setEmail] = useState(own.newEmail ?? '');
  const { schema } = askOwnAddress.body;
  const sent = ask.variables?.body;
  const faultsAt = useFieldFaults(ask.error, { schema, sent, now: { ...sent, email } });
  const isPresent = ask.data?.outcome === 'present' && sent?.email === email;
  return (
    <ClosableDialog open onClose={onClose} title={t('Account.Address.Change')}>
      {ask.data?.outcome === 'asked' ? (
        <>
          {isFiled ? (
            <Notice tone="warning" role="status" title={t('Account.Address.Kept', { email })}>
              {t('Account.Address.Kept.Next')}
            </Notice>
          ) : (
            <Notice tone="success" role="status" title={t('Account.Address.Asked')}>
              {t('Account.Address.Asked.Next', { email })}
            </Notice>
          )}
          <DialogActions>
            <Button onClick={onClose}>{t('Dialog.Close')}</Button>
          </DialogActions>
        </>
      ) : (
        <ProofForm
          submitLabel={t('Account.Address.Submit')}
          call={ask}
          hasPasskey={(factors.data?.passkeys.length ?? 0) > 0}
          onProof={(proof) => ask.mutate({ body: { email, proof } })}
          onCancel={onClose}
        >
          <p>{t('Account.Address.Lead', { email: own.email })}</p>
          <TextField
            name="email"
            type="email"
            label={t('Account.Address.New')}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            error={faultsAt('email') || (isPresent && t('Account.Address.Present'))}
          />
        </ProofForm>
      )}
    </ClosableDialog>
  );
}
