import { makeRecoveryCodes } from '@guichet/contract/identity/factors';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';
import { FactorDialog } from './RecoveryCodesSheet.tsx';

export function NewCodesDialog({ hasPasskey, onClose }: { hasPasskey: boolean; onClose: () => void }) {
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
