import { useState } from 'react';
import type { NewPasswords } from '../../parts/passwords/NewPasswordFields.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { KeyIcon } from '../../ui/icons/moreIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useChooseFirstPassword } from './account.api.ts';
import { FirstPasswordForm } from './FirstPasswordForm.tsx';

/** Asks the owner of an account whose password somebody else has set to choose one. */
export function FirstPasswordNotice() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Notice
        tone="warning"
        title={t('FirstPassword.Notice')}
        action={
          <Button size="sm" icon={KeyIcon} onClick={() => setOpen(true)}>
            {t('FirstPassword.Open')}
          </Button>
        }
      >
        {t('FirstPassword.Why')}
      </Notice>
      <FirstPasswordDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function FirstPasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
