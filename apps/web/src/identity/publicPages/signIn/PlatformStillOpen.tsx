import '../../../ui/styles/light.css';
import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { findOpenPlatform, keepOpenPlatform } from '../../../core/session/enteredPlatform.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** After a sign-out, names the platform that this browser may still be signed in to, and how to sign out. */
export default function PlatformStillOpen() {
  const t = useT();
  const [open, setOpen] = useState(findOpenPlatform);
  if (!open) return null;
  const { platform, address } = open;

  function close() {
    keepOpenPlatform(null);
    setOpen(null);
  }

  return (
    <Notice
      action={
        <ButtonLink href={address} size="sm" target="_blank" rel="noreferrer" onClick={close}>
          {t('LoginPage.StillOpen.SignOut', { platform })}
        </ButtonLink>
      }
    >
      {t('LoginPage.StillOpen', { platform })}
    </Notice>
  );
}
