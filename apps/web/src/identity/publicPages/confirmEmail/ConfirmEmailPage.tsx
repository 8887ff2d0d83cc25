import { type FoundConfirmation, findConfirmation } from '@guichet/contract/identity/account.confirmation';
import { useCallback, useEffect, useState } from 'react';
import { findLinkSecrets } from '../../../core/address/linkSecrets.ts';
import { keepSystem, useQuerySystemId } from '../../../core/address/location.ts';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { call } from '../../../core/call/call.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { FailedPage } from '../FailedPage.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { ConfirmEmailForm } from './ConfirmEmailForm.tsx';

type View =
  | { kind: 'asking' | 'confirmed' | 'invalid' }
  | { kind: 'found'; found: FoundConfirmation }
  | { kind: 'failed'; failure: unknown };

/**
 * Says what the link in a mail about an address would change, and changes it only when the button is pressed:
 * mail gateways open the page and run its scripts. The token stays in the history entry, so that reloading
 * works.
 */
export default function ConfirmEmailPage() {
  const t = useT();
  const systemId = useQuerySystemId();
  const [secrets] = useState(findLinkSecrets);
  const [view, setView] = useState<View>({ kind: secrets ? 'asking' : 'invalid' });
  usePageTitle(t('ConfirmEmail.Title'));

  const ask = useCallback(async () => {
    if (!secrets) return;
    setView({ kind: 'asking' });
    try {
      const found = await call(findConfirmation, { body: secrets });
      const kinds = { done: 'confirmed', over: 'invalid' } as const;
      setView(found.state === 'good' ? { kind: 'found', found } : { kind: kinds[found.state] });
    } catch (failure) {
      // A malformed token is rejected as a field, with status 400.
      const isNoToken = failure instanceof CallFailed && failure.status === 400;
      setView(isNoToken ? { kind: 'invalid' } : { kind: 'failed', failure });
    }
  }, [secrets]);

  useEffect(() => void ask(), [ask]);

  if (view.kind === 'asking') {
    return (
      <PlainPage title={t('ConfirmEmail.Title')}>
        <Skeleton lines={3} label={t('ConfirmEmail.Checking')} />
      </PlainPage>
    );
  }
  if (view.kind === 'failed') {
    return (
      <FailedPage title={t('ConfirmEmail.Failed.Title')} failure={view.failure} onRetry={ask}>
        <BackToSignIn systemId={systemId} />
      </FailedPage>
    );
  }
  if (view.kind === 'invalid' || !secrets) {
    return (
      <PlainPage
        key="invalid"
        takesFocus
        title={t('ConfirmEmail.Invalid.Title')}
        lead={<p role="alert">{t('ConfirmEmail.Invalid.Cut')}</p>}
        officeOf={systemId}
      >
        <div className="flex flex-col gap-5">
          <p className="text-muted">{t('ConfirmEmail.Invalid.Late')}</p>
          <BackToSignIn systemId={systemId} />
        </div>
      </PlainPage>
    );
  }
  const { userName } = secrets;
  if (view.kind === 'found') {
    return (
      <PlainPage
        key="found"
        takesFocus
        title={t('ConfirmEmail.Title')}
        lead={t(view.found.isNewAddress ? 'ConfirmEmail.Replaces' : 'ConfirmEmail.IsYours', { userName })}
      >
        <ConfirmEmailForm
          secrets={secrets}
          needsPassword={view.found.needsPassword}
          onDone={() => setView({ kind: 'confirmed' })}
          onOver={() => setView({ kind: 'invalid' })}
        />
      </PlainPage>
    );
  }
  return (
    <PlainPage
      key={view.kind}
      takesFocus
      title={t('ConfirmEmail.Done.Title')}
      lead={<p role="status">{t('ConfirmEmail.Done.Text', { userName })}</p>}
    >
      <ButtonLink href={keepSystem('/account/login', systemId)} variant="primary">
        {t('ConfirmEmail.Done.Action')}
      </ButtonLink>
    </PlainPage>
  );
}
