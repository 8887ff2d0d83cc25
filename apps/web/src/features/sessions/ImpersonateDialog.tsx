import { useT } from '../../platform/i18n/useT.ts';
import { actAs } from '../../platform/session/impersonation.ts';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { ImpersonateForm } from './ImpersonateForm.tsx';
import { useImpersonate } from './sessions.api.ts';

export interface ImpersonateDialogProps {
  user: { readonly id: number; readonly fullName: string };
  onClose: () => void;
}

/** Explains the impersonation, asks for the reason and the super admin's own password, and starts it. */
export function ImpersonateDialog({ user, onClose }: ImpersonateDialogProps) {
  const t = useT();
  const impersonate = useImpersonate(user.id);

  function begin(reason: string, password: string) {
    impersonate.mutate(
      { reason, password },
      {
        onSuccess: (reply) => {
          if (reply.outcome === 'started') actAs(reply.accessToken);
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Impersonation.Title', { name: user.fullName })}
      closeLabel={t('Dialog.Close')}
      busy={impersonate.isPending}
    >
      <ImpersonateForm
        name={user.fullName}
        busy={impersonate.isPending}
        failure={impersonate.error}
        outcome={impersonate.data ?? null}
        onBegin={begin}
        onCancel={onClose}
      />
    </Dialog>
  );
}
