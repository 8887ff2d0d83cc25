import { useT } from '../../../core/i18n/useT.ts';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';
import { useMakeRecoveryCodes } from '../factors.api.ts';
import { FactorDialog } from './RecoveryCodesSheet.tsx';

export interface NewCodesDialogProps {
  hasPasskey: boolean;
  onClose: () => void;
}

export function NewCodesDialog({ hasPasskey, onClose }: NewCodesDialogProps) {
  const t = useT();
  const make = useMakeRecoveryCodes();
  const codes = make.data?.outcome === 'made' ? make.data.recoveryCodes : null;
  return (
    <FactorDialog title={t('Factors.Codes.New')} codes={codes} busy={make.isPending} onClose={onClose}>
      <ProofForm
        submitLabel={t('Factors.Codes.New')}
        call={make}
        hasPasskey={hasPasskey}
        onProof={make.mutate}
        onCancel={onClose}
      >
        <p>{t('Factors.Codes.NewLead')}</p>
      </ProofForm>
    </FactorDialog>
  );
}
