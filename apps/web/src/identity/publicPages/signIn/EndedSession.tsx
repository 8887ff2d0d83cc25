import '../../../ui/styles/light.css';
import { useState } from 'react';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { findLeft, keepLeft } from '../../../core/session/enteredPlatform.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** That one has signed out, or why a session ended before its time, and the platform, the provider and the applications that this browser may still be signed in to. */
export default function EndedSession() {
  return (
    <>
      <Why />
      <Platform />
      <Provider />
      <Applications />
    </>
  );
}

function Why() {
  const t = useT();
  const [{ why, isSignedOut, platform, provider }] = useState(findLeft);
  // Another tab may have signed in since; what stays open elsewhere begins with the sign-out.
  const isSignedIn = useSession((session) => session.isAuthenticated);
  const isUntold = isSignedOut && !isSignedIn && !platform && !provider;
  const told = why ?? (isUntold && t('LoginPage.SignedOut'));
  return told && <Notice role="status">{told}</Notice>;
}

function Platform() {
  const t = useT();
  const [open, setOpen] = useState(() => findLeft().platform);
  if (!open) return null;
  const { platform, address } = open;

  function close() {
    keepLeft({ platform: null, isSignedOut: false });
    setOpen(null);
  }

  return (
    <StillOpen address={address} action={t('LoginPage.StillOpen.SignOut', { platform })} onClose={close}>
      {t('LoginPage.StillOpen', { platform })}
    </StillOpen>
  );
}

function Provider() {
  const t = useT();
  const language = useLanguage();
  const [open, setOpen] = useState(() => findLeft().provider);
  if (!open) return null;

  function close() {
    keepLeft({ provider: null, isSignedOut: false });
    setOpen(null);
  }

  return (
    <StillOpen address={open.address} action={t('LoginPage.ProviderOpen.SignOut')} onClose={close}>
      {t('LoginPage.ProviderOpen', { name: open.label[language] })}
    </StillOpen>
  );
}

interface StillOpenProps {
  /** Ends the session there; null where the person has to find the way. */
  address: string | null;
  action: string;
  onClose: () => void;
  children: string;
}

function StillOpen({ address, action, onClose, children }: StillOpenProps) {
  const t = useT();
  // The notice stays after the press: the tab that opens may ask, and may be overlooked.
  const actions = (
    <div className="flex flex-wrap gap-2">
      {address !== null && (
        <ButtonLink href={address} size="sm" target="_blank" rel="noreferrer">
          {action}
        </ButtonLink>
      )}
      <Button size="sm" onClick={onClose}>
        {t('Dialog.Close')}
      </Button>
    </div>
  );
  return <Notice action={actions}>{children}</Notice>;
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
    keepLeft({ applications: [], isSignedOut: false });
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
