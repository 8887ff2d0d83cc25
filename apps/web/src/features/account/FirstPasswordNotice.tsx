import { useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { KeyIcon } from '../../ui/icons/moreIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { FirstPasswordDialog } from './FirstPasswordDialog.tsx';

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
