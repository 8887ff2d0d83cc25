import { useT } from '../../../platform/i18n/useT.ts';
import { Dialog } from '../../../ui/aria/Dialog.tsx';
import { useMakeRecoveryCodes } from '../factors.api.ts';
import { ProofForm } from '../ProofForm.tsx';
import { RecoveryCodesSheet } from './RecoveryCodesSheet.tsx';

export interface NewCodesDialogProps {
  hasPasskey: boolean;
  onClose: () => void;
}

export function NewCodesDialog({ hasPasskey, onClose }: NewCodesDialogProps) {
  const t = useT();
  const make = useMakeRecoveryCodes();
  const codes = make.data?.outcome === 'made' ? make.data.recoveryCodes : null;
  return (
    <Dialog
      open
      sticky
      onClose={onClose}
      title={t(codes ? 'Factors.Codes.Title' : 'Factors.Codes.New')}
      {...(codes === null && { closeLabel: t('Dialog.Close') })}
      busy={make.isPending}
    >
      {codes ? (
        <RecoveryCodesSheet codes={codes} onKept={onClose} />
      ) : (
        <ProofForm
          submitLabel={t('Factors.Codes.New')}
          call={make}
          hasPasskey={hasPasskey}
          onProof={make.mutate}
          onCancel={onClose}
        >
          <p>{t('Factors.Codes.NewLead')}</p>
        </ProofForm>
      )}
    </Dialog>
  );
}
