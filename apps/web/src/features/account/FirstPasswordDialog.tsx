import type { NewPasswords } from '../../parts/passwords/NewPasswordFields.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useChooseFirstPassword } from './account.api.ts';
import { FirstPasswordForm } from './FirstPasswordForm.tsx';

export function FirstPasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const choose = useChooseFirstPassword();

  function close() {
    choose.reset();
    onClose();
  }

  function save(passwords: NewPasswords) {
    choose.mutate(passwords, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('FirstPassword.Done') });
        close();
      },
    });
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('FirstPassword.Title')}
      closeLabel={t('Dialog.Close')}
      busy={choose.isPending}
    >
      <FirstPasswordForm busy={choose.isPending} failure={choose.error} onSave={save} onCancel={close} />
    </Dialog>
  );
}
