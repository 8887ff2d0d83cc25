import { verifyToken } from '@guichet/contract/account';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../platform/call/call.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { findLinkSecrets, forgetLinkSecrets } from '../../platform/linkSecrets.ts';
import { keepSystem, useQuerySystemId } from '../../platform/location.ts';
import { useFailureText } from '../../platform/useFailureText.ts';
import { usePageTitle } from '../../platform/usePageTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

type View = { kind: 'checking' | 'form' | 'expired' | 'done' } | { kind: 'uncheckable'; failure: unknown };

/** Sets a password with the link of a mail, be it a new one or the first one. */
export default function ResetPasswordPage() {
  const t = useT();
  const failureText = useFailureText();
  const systemId = useQuerySystemId();
  const [secrets] = useState(findLinkSecrets);
  const [view, setView] = useState<View>({ kind: secrets ? 'checking' : 'expired' });
  usePageTitle(t('ResetPassword.Title'));

  const check = useCallback(async () => {
    if (!secrets) return;
    setView({ kind: 'checking' });
    try {
      const isGood = await call(verifyToken, { body: secrets });
      setView({ kind: isGood ? 'form' : 'expired' });
    } catch (failure) {
      showToast({ tone: 'danger', text: 'Error 2', lang: 'en' });
      setView({ kind: 'uncheckable', failure });
    }
  }, [secrets]);

  useEffect(() => void check(), [check]);

  function finish() {
    forgetLinkSecrets();
    setView({ kind: 'done' });
  }

  if (view.kind === 'checking') {
    return (
      <PlainPage title={t('ResetPassword.Title')}>
        <Skeleton lines={4} label={t('ResetPassword.Checking')} />
      </PlainPage>
    );
  }
  if (view.kind === 'uncheckable') {
    return (
      <PlainPage
        key={view.kind}
        takesFocus
        title={t('ResetPassword.Uncheckable.Title')}
        lead={<p role="alert">{failureText(view.failure)}</p>}
      >
        <Button onClick={check}>{t('Failure.Retry')}</Button>
      </PlainPage>
    );
  }
  if (view.kind === 'expired' || !secrets) {
    return (
      <PlainPage
        key="expired"
        takesFocus
        title={t('ResetPassword.Expired.Title')}
        lead={t('ResetPassword.Expired.Text')}
      >
        <div className="flex flex-col gap-5">
          <ButtonLink href={keepSystem('/forgot-password', systemId)} variant="primary" full>
            {t('ResetPassword.Expired.Action')}
          </ButtonLink>
          {/* Whose link has done its work has a password to sign in with. */}
          <BackToSignIn systemId={systemId} />
        </div>
      </PlainPage>
    );
  }
  if (view.kind === 'done') {
    return (
      <PlainPage
        key={view.kind}
        takesFocus
        title={t('ResetPassword.Success.Title')}
        lead={<p role="status">{t('ResetPassword.Success.Text')}</p>}
      >
        <ButtonLink href={keepSystem('/account/login', systemId)} variant="primary">
          {t('ResetPassword.Success.Action')}
        </ButtonLink>
      </PlainPage>
    );
  }
  return (
    <PlainPage
      key={view.kind}
      takesFocus
      title={t('ResetPassword.Title')}
      lead={t('ResetPassword.For', { userName: secrets.userName })}
    >
      <ResetPasswordForm secrets={secrets} onDone={finish} onExpired={() => setView({ kind: 'expired' })} />
    </PlainPage>
  );
}
