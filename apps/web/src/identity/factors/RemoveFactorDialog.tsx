import { type Proof, removePasskey, removeTotp } from '@guichet/contract/identity/factors';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { ProofForm } from '../../core/parts/proof/ProofForm.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';

export interface RemoveFactorDialogProps {
  /** Null for the authenticator app. */
  passkey: { readonly id: number; readonly name: string } | null;
  /** Whether this is the account's last factor. */
  isLast: boolean;
  hasPasskey: boolean;
  onClose: () => void;
}

export function RemoveFactorDialog({ passkey, isLast, hasPasskey, onClose }: RemoveFactorDialogProps) {
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
