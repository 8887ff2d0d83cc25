import {
  addPasskey,
  type Factors,
  makeRecoveryCodes,
  type Proof,
  passkeyNameMaxLength,
  removePasskey,
  removeTotp,
  startPasskey,
} from '@guichet/contract/identity/factors';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/call/call.ts';
import { useCall } from '../../core/call/query.ts';
import { useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { ProofForm } from '../../core/parts/proof/ProofForm.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Alert } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { FactorDialog } from './recoveryCodes/RecoveryCodesSheet.tsx';
import { AddTotpDialog } from './totp/AddTotpDialog.tsx';

export type OpenedFactorDialog =
  | { readonly kind: 'addTotp' | 'addPasskey' | 'newCodes' | 'removeTotp' }
  | { readonly kind: 'removePasskey'; readonly passkey: Factors['passkeys'][number] };

export interface FactorDialogsProps {
  opened: OpenedFactorDialog | null;
  factors: Factors;
  onClose: () => void;
}

export function FactorDialogs({ opened, factors, onClose }: FactorDialogsProps) {
  const { totp, passkeys } = factors;
  const hasPasskey = passkeys.length > 0;
  const isLast = passkeys.length + (totp ? 1 : 0) === 1;
  const common = { hasPasskey, onClose };
  switch (opened?.kind) {
    case 'addTotp':
      return <AddTotpDialog replaces={totp !== null} {...common} />;
    case 'addPasskey':
      return <AddPasskeyDialog passkeys={passkeys.length} onClose={onClose} />;
    case 'newCodes':
      return <NewCodesDialog {...common} />;
    case 'removeTotp':
      return <RemoveFactorDialog passkey={null} isLast={isLast} {...common} />;
    case 'removePasskey':
      return <RemoveFactorDialog passkey={opened.passkey} isLast={isLast} {...common} />;
    default:
      return null;
  }
}

function NewCodesDialog({ hasPasskey, onClose }: { hasPasskey: boolean; onClose: () => void }) {
  const t = useT();
  const make = useCall(makeRecoveryCodes);
  const codes = make.data?.outcome === 'made' ? make.data.recoveryCodes : null;
  return (
    <FactorDialog title={t('Factors.Codes.New')} codes={codes} busy={make.isPending} onClose={onClose}>
      <ProofForm
        submitLabel={t('Factors.Codes.New')}
        call={make}
        hasPasskey={hasPasskey}
        onProof={(proof) => make.mutate({ body: { proof } })}
        onCancel={onClose}
      >
        <p>{t('Factors.Codes.NewLead')}</p>
      </ProofForm>
    </FactorDialog>
  );
}

interface RemoveFactorDialogProps {
  /** Null for the authenticator app. */
  passkey: { readonly id: number; readonly name: string } | null;
  /** Whether this is the account's last factor. */
  isLast: boolean;
  hasPasskey: boolean;
  onClose: () => void;
}

function RemoveFactorDialog({ passkey, isLast, hasPasskey, onClose }: RemoveFactorDialogProps) {
  const t = useT();
  const remove = useMutation({
    mutationFn: (proof: Proof) =>
      passkey === null
        ? call(removeTotp, { body: { proof } })
        : call(removePasskey, { params: { passkeyId: passkey.id }, body: { proof } }),
  });
  const name = passkey?.name ?? '';
  return (
    <ClosableDialog
      open
      onClose={onClose}
      title={passkey ? t('Factors.Passkey.Remove', { name }) : t('Factors.Totp.Remove')}
    >
      <ProofForm
        submitLabel={t('Factors.Remove')}
        tone="danger"
        call={remove}
        hasPasskey={hasPasskey}
        onCancel={onClose}
        onProof={(proof) =>
          remove.mutate(proof, {
            onSuccess: ({ outcome }) => {
              if (outcome !== 'removed') return;
              showToast({ tone: 'success', text: t('Factors.Removed') });
              onClose();
            },
          })
        }
      >
        <p>{t(passkey ? 'Factors.Passkey.RemoveLead' : 'Factors.Totp.RemoveLead')}</p>
        {isLast && <p className="font-medium">{t('Factors.RemoveLast')}</p>}
      </ProofForm>
    </ClosableDialog>
  );
}

interface AddPasskeyDialogProps {
  passkeys: number;
  onClose: () => void;
}

/** Creates a passkey on this device: asks for a name and a proof, then opens the browser's own dialog. */
function AddPasskeyDialog({ passkeys, onClose }: AddPasskeyDialogProps) {
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
      const { makePasskey } = await import('../../core/session/passkeys.ts');
      const passkey = await makePasskey(started.creation);
      if (typeof passkey === 'string') return { outcome: passkey };
      return call(addPasskey, { body: { name, passkey } });
    },
  });
}
