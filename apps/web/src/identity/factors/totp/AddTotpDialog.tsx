import { confirmTotp, startTotp } from '@guichet/contract/identity/factors';
import { useState } from 'react';
import { useCall } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { FactorDialog } from '../recoveryCodes/RecoveryCodesSheet.tsx';
import { TotpCodeForm } from './TotpCodeForm.tsx';

export interface AddTotpDialogProps {
  /** Whether an app is linked already; the first code of the new app disables the linked one. */
  replaces: boolean;
  hasPasskey: boolean;
  onClose: () => void;
}

/** Links an authenticator app: proof, QR code with first code, then recovery codes if none existed. */
export function AddTotpDialog({ replaces, hasPasskey, onClose }: AddTotpDialogProps) {
  const t = useT();
  const start = useCall(startTotp);
  const confirm = useCall(confirmTotp);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const started = start.data?.outcome === 'started' ? start.data : null;

  function send(code: string) {
    confirm.mutate(
      { body: { code } },
      {
        onSuccess: (reply) => {
          if (reply.outcome !== 'added') return;
          showToast({ tone: 'success', text: t('Factors.Totp.Done') });
          if (reply.recoveryCodes) setCodes(reply.recoveryCodes);
          else onClose();
        },
      },
    );
  }

  return (
    <FactorDialog
      title={t(replaces ? 'Factors.Totp.Replace' : 'Factors.Totp.Add')}
      codes={codes}
      busy={start.isPending || confirm.isPending}
      onClose={onClose}
    >
      {started ? (
        <TotpCodeForm
          secret={started.secret}
          address={started.address}
          busy={confirm.isPending}
          failure={confirm.error}
          isWrong={confirm.data?.outcome === 'wrongCode'}
          onCode={send}
          onCancel={onClose}
        />
      ) : (
        <ProofForm
          submitLabel={t('Factors.Next')}
          call={start}
          hasPasskey={hasPasskey}
          onProof={(proof) => start.mutate({ body: { proof } })}
          onCancel={onClose}
        >
          <p>{t(replaces ? 'Factors.Totp.ReplaceLead' : 'Factors.Totp.AddLead')}</p>
        </ProofForm>
      )}
    </FactorDialog>
  );
}
