import type { Factors } from '@guichet/contract/identity/factors';
import { AddPasskeyDialog } from './passkeys/AddPasskeyDialog.tsx';
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx';
import { NewCodesDialog } from './recoveryCodes/NewCodesDialog.tsx';
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
