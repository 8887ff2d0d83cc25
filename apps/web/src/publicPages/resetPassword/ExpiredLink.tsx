import { keepSystem } from '../../platform/address/location.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { PlainPage } from '../PlainPage.tsx';

export interface ExpiredLinkProps {
  systemId: number | null;
  /** Whether the person has chosen a password since, and can sign in. */
  isUsed: boolean;
}

export function ExpiredLink({ systemId, isUsed }: ExpiredLinkProps) {
  const t = useT();
  return (
    <PlainPage
      key="expired"
      takesFocus
      title={t('ResetPassword.Expired.Title')}
      lead={t('ResetPassword.Expired.Text')}
    >
      <div className="flex flex-col gap-5">
        {isUsed && (
          <Notice
            tone="success"
            title={t('ResetPassword.Used.Title')}
            action={<ToSignIn systemId={systemId} />}
          >
            {t('ResetPassword.Used.Text')}
          </Notice>
        )}
        <ButtonLink
          href={keepSystem('/forgot-password', systemId)}
          variant={isUsed ? 'secondary' : 'primary'}
          full
        >
          {t('ResetPassword.Expired.Action')}
        </ButtonLink>
        <BackToSignIn systemId={systemId} />
      </div>
    </PlainPage>
  );
}

export function ToSignIn({ systemId }: { systemId: number | null }) {
  const t = useT();
  return (
    <ButtonLink href={keepSystem('/account/login', systemId)} variant="primary">
      {t('ResetPassword.Success.Action')}
    </ButtonLink>
  );
}
