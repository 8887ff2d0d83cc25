import { keepSystem } from '../../../core/address/location.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { PlainPage } from '../PlainPage.tsx';

interface OfSystem {
  systemId: number | null;
}

/** The view of a used link: the person already has a password. */
export function UsedLink({ systemId }: OfSystem) {
  const t = useT();
  return (
    <PlainPage
      key="used"
      takesFocus
      title={t('ResetPassword.Used.Title')}
      lead={t('ResetPassword.Used.Text')}
      officeOf={systemId}
    >
      <div className="flex flex-col gap-5">
        <ToSignIn systemId={systemId} />
        <ButtonLink href={keepSystem('/forgot-password', systemId)} variant="secondary" full>
          {t('LoginPage.ForgotPassword')}
        </ButtonLink>
      </div>
    </PlainPage>
  );
}

export function ExpiredLink({ systemId }: OfSystem) {
  const t = useT();
  return (
    <PlainPage
      key="expired"
      takesFocus
      title={t('ResetPassword.Expired.Title')}
      lead={t('ResetPassword.Expired.Text')}
      officeOf={systemId}
    >
      <div className="flex flex-col gap-5">
        <ButtonLink href={keepSystem('/forgot-password', systemId)} variant="primary" full>
          {t('ResetPassword.Expired.Action')}
        </ButtonLink>
        <BackToSignIn systemId={systemId} />
      </div>
    </PlainPage>
  );
}

export function ToSignIn({ systemId }: OfSystem) {
  const t = useT();
  return (
    <ButtonLink href={keepSystem('/account/login', systemId)} variant="primary" full>
      {t('ResetPassword.Success.Action')}
    </ButtonLink>
  );
}
