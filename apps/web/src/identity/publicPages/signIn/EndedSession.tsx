import '../../../ui/styles/light.css';
import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { findLeft, keepLeft } from '../../../core/session/enteredPlatform.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Why a session ended before its time, and the platform and the applications that this browser may still be signed in to. */
export default function EndedSession() {
  return (
    <>
      <Why />
      <Platform />
      <Applications />
    </>
  );
}

function Why() {
  const [why] = useState(() => findLeft().why);
  return why && <Notice role="status">{why}</Notice>;
}

function Platform() {
  const t = useT();
  const [open, setOpen] = useState(() => findLeft().platform);
  if (!open) return null;
  const { platform, address } = open;

  function close() {
    keepLeft({ platform: null });
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

function Applications() {
  const t = useT();
  const [applications, setApplications] = useState(() => findLeft().applications);
  if (applications.length === 0) return null;
  const namesOf = (isTold: boolean) =>
    applications
      .filter((one) => one.isTold === isTold)
      .map(({ name }) => name)
      .join(', ');
  const [ended, open] = [namesOf(true), namesOf(false)];

  function close() {
    keepLeft({ applications: [] });
    setApplications([]);
  }

  return (
    <Notice
      action={
        <Button size="sm" onClick={close}>
          {t('Dialog.Close')}
        </Button>
      }
    >
      {ended !== '' && <p>{t('LoginPage.Ended', { names: ended })}</p>}
      {open !== '' && <p>{t('LoginPage.LeftOpen', { names: open })}</p>}
    </Notice>
  );
}
