import { findLinkState, verifyToken } from '@guichet/contract/identity/account';
import { useCallback, useEffect, useState } from 'react';
import { findLinkSecrets, forgetLinkSecrets, type LinkSecrets } from '../../../core/address/linkSecrets.ts';
import { useQuerySystemId } from '../../../core/address/location.ts';
import { keepAddress } from '../../../core/address/typedAddress.ts';
import { call } from '../../../core/call/call.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { FailedPage } from '../FailedPage.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { ExpiredLink, ToSignIn, UsedLink } from './ExpiredLink.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

type View =
  | { kind: 'checking' | 'form' | 'expired' | 'used' | 'done' }
  | { kind: 'uncheckable'; failure: unknown };

/** Sets a first or a new password through a mailed link. */
export default function ResetPasswordPage() {
  const t = useT();
  const systemId = useQuerySystemId();
  const [secrets] = useState(findLinkSecrets);
  const [view, setView] = useState<View>({ kind: secrets ? 'checking' : 'expired' });
  usePageTitle(t('ResetPassword.Title'));

  const check = useCallback(async () => {
    if (!secrets) return;
    setView({ kind: 'checking' });
    try {
      const isGood = await call(verifyToken, { body: secrets });
      setView({ kind: isGood ? 'form' : await whyNot(secrets) });
    } catch (failure) {
      showToast({ tone: 'danger', text: 'Error 2', lang: 'en' });
      setView({ kind: 'uncheckable', failure });
    }
  }, [secrets]);

  useEffect(() => void check(), [check]);

  function finish(userName: string) {
    forgetLinkSecrets();
    keepAddress(userName);
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
    return <FailedPage title={t('ResetPassword.Uncheckable.Title')} failure={view.failure} onRetry={check} />;
  }
  if (view.kind === 'used') return <UsedLink systemId={systemId} />;
  if (view.kind === 'expired' || !secrets) return <ExpiredLink systemId={systemId} />;
  if (view.kind === 'done') {
    return (
      <PlainPage
        key={view.kind}
        takesFocus
        title={t('ResetPassword.Success.Title')}
        lead={<p role="status">{t('ResetPassword.Success.Text')}</p>}
      >
        <ToSignIn systemId={systemId} />
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
      <ResetPasswordForm
        secrets={secrets}
        onDone={() => finish(secrets.userName)}
        onExpired={() => void whyNot(secrets).then((kind) => setView({ kind }))}
      />
    </PlainPage>
  );
}

/** Whether a rejected link was used or has expired. Keeps the address, to fill it in later. */
async function whyNot(secrets: LinkSecrets): Promise<'used' | 'expired'> {
  keepAddress(secrets.userName);
  const { state } = await call(findLinkState, { body: secrets }).catch(() => ({ state: 'over' }));
  return state === 'used' ? 'used' : 'expired';
}
