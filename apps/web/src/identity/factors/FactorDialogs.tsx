import { type Factors, makeRecoveryCodes } from '@guichet/contract/identity/factors';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ProofForm } from '../../core/parts/proof/ProofForm.tsx';
import { AddPasskeyDialog } from './passkeys/AddPasskeyDialog.tsx';
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx';
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
