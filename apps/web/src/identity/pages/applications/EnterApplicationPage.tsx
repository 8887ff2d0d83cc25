import { type ApplicationSignIn, signInToApplication } from '@guichet/contract/identity/provider';
import { logout } from '@guichet/contract/identity/sessions';
import { useEffect } from 'react';
import { call } from '../../../core/call/call.ts';
import { useCall } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { noteApplication } from '../../../core/session/enteredPlatform.ts';
import { signOut } from '../../../core/session/sessionStore.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Spinner } from '../../../ui/icons/Spinner.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Takes a signed-in person on to the application that asked for a sign-in, without a press. */
export function EnterApplicationPage({ title }: PageProps) {
  const t = useT();
  const enter = useCall(signInToApplication);
  const { mutate } = enter;
  useEffect(() => {
    const request = new URLSearchParams(location.search).get('request') ?? '';
    const onSuccess = (reply: ApplicationSignIn) => {
      if (reply.outcome !== 'goesOn') return;
      noteApplication();
      location.replace(reply.address);
    };
    mutate({ params: { request } }, { onSuccess });
  }, [mutate]);
  const reply = enter.data;
  return (
    <TitledPage title={title}>
      <div className="max-w-prose">
        {enter.isError && <FailureNotice failure={enter.error} />}
        {reply?.outcome === 'refused' && <Refused {...reply} />}
        {reply?.outcome === 'signInAgain' && <SignInAgain application={reply.application} />}
        {(enter.isPending || reply?.outcome === 'goesOn') && (
          <p role="status" className="flex items-center gap-3 text-muted">
            <Spinner className="text-accent-ink" />
            {t('EnterApplication.GoesOn')}
          </p>
        )}
      </div>
    </TitledPage>
  );
}

function Refused({ application, why, program, address }: Extract<ApplicationSignIn, { outcome: 'refused' }>) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t(`EnterApplication.Refused.${why}`, { application })}
      // A link within the portal would stay in this page.
      action={
        <Button onClick={() => location.assign(address)}>
          {t('EnterApplication.Back', { application })}
        </Button>
      }
    >
      {t(`EnterApplication.Refused.${why}.Next`, { program: program ?? '' })}
    </Notice>
  );
}

function SignInAgain({ application }: { application: string }) {
  const t = useT();

  /** The page asks for a sign-in once the session is over, and then comes back here. */
  async function leave() {
    await call(logout).catch(() => undefined);
    signOut();
  }

  return (
    <Notice
      role="status"
      title={t('EnterApplication.SignInAgain', { application })}
      action={
        <Button variant="primary" onClick={() => void leave()}>
          {t('EnterApplication.SignInAgain.Do')}
        </Button>
      }
    >
      {t('EnterApplication.SignInAgain.Why')}
    </Notice>
  );
}
