import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { Dialog } from '../../../ui/aria/Dialog.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { DoneNotice } from '../DoneNotice.tsx';
import type { Person } from '../person.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { useUpdatePassword } from './password.api.ts';

export interface ChangePasswordDialogProps {
  /** Null while closed. */
  person: Person | null;
  onClose: () => void;
}

/** Sets another person's password, and mails it if requested (S4.34, S8.17). */
export function ChangePasswordDialog({ person, onClose }: ChangePasswordDialogProps) {
  const t = useT();
  const update = useUpdatePassword();
  const { id = 0, fullName: name = '', email = '' } = useLastGiven(person) ?? {};

  function close() {
    update.reset();
    onClose();
  }

  return (
    <Dialog
      open={person !== null}
      onClose={close}
      title={t('ChangePassword.Of', { name })}
      closeLabel={t('Dialog.Close')}
      busy={update.isPending}
      sticky
    >
      {update.isSuccess ? (
        <DoneNotice onEnd={close}>{t('ChangePassword.Done', { name })}</DoneNotice>
      ) : (
        <ChangePasswordForm
          userName={email}
          busy={update.isPending}
          failure={update.error}
          onCancel={close}
          onSave={(form) =>
            update.mutate(
              { userId: id, ...form },
              { onSuccess: () => showToast({ tone: 'success', text: t('ChangePassword.Ok'), lang: 'fr' }) },
            )
          }
        />
      )}
    </Dialog>
  );
}
