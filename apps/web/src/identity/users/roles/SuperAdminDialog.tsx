import { listFactors, type Proof } from '@guichet/contract/identity/factors';
import { superAdminName } from '@guichet/contract/identity/roleNames';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';

export interface SuperAdminDialogProps {
  /** `Give`: makes a super admin. `Password`: changes the password of one. */
  what: 'Give' | 'Password';
  /** The name of the person; null while closed. */
  name: string | null;
  change: { readonly isPending: boolean; readonly error: unknown };
  onProof: (proof: Proof) => void;
  onClose: () => void;
}

/** Names the person, and asks for the reader's password or passkey, before a change that makes or opens a super admin. */
export function SuperAdminDialog(props: SuperAdminDialogProps) {
  const { what, name, change, onProof, onClose } = props;
  const { isPending, error: failure } = change;
  const t = useT();
  const isOpen = name !== null;
  const factors = useQuery({ ...query(listFactors), enabled: isOpen });
  const isWrong = failure instanceof CallFailed && failure.code === 'factor.wrongProof';
  const call = {
    isPending,
    // A fault of the typed password shows at the field.
    error: isWrong || (failure instanceof CallFailed && failure.code === 'role.proofNeeded') ? null : failure,
    data: isWrong ? { outcome: 'wrongProof' } : undefined,
  };
  return (
    <ClosableDialog
      open={isOpen}
      onClose={onClose}
      title={t(`SuperAdmin.${what}.Title`, { name: name ?? '' })}
    >
      {isOpen && (
        <ProofForm
          submitLabel={t(`SuperAdmin.${what}.Submit`)}
          tone="danger"
          call={call}
          hasPasskey={(factors.data?.passkeys.length ?? 0) > 0}
          onProof={onProof}
          onCancel={onClose}
        >
          <div className="flex flex-col gap-2">
            <p>{t(`SuperAdmin.${what}.What`, { name })}</p>
            {what === 'Give' && <p className="text-muted">{t('SuperAdmin.Give.Told')}</p>}
          </div>
        </ProofForm>
      )}
    </ClosableDialog>
  );
}

/** Whether these roles make a person a super admin who was none before. */
export function makesSuperAdmin(roleList: readonly string[], held: readonly string[] = []): boolean {
  return roleList.includes(superAdminName) && !held.includes(superAdminName);
}

/** Whether the proof was wrong or missing, so that the dialog stays open for another try. */
export function isWrongProof(failure: unknown): boolean {
  if (!(failure instanceof CallFailed)) return false;
  return failure.code === 'factor.wrongProof' || failure.errors.some(({ path }) => path.startsWith('proof'));
}

/** Whether a proof was asked for, or was wrong. */
export function lacksProof(failure: unknown): boolean {
  const isAsked = failure instanceof CallFailed && failure.code === 'role.proofNeeded';
  return isAsked || isWrongProof(failure);
}
