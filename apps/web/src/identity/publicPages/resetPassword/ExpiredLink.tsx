import { pathAfterSignIn } from '@guichet/contract/systems/landings';
import { keepSystem } from '../../../core/address/location.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { OtherSession, useSignedIn } from './OtherSession.tsx';

interface OfSystem {
  systemId: number | null;
}

interface OfLink extends OfSystem {
  userName: string;
}

/** The view of a used link: its account already has a password. Whoever is signed in with it goes on. */
export function UsedLink({ systemId, userName }: OfLink) {
  const t = useT();
  const person = useSignedIn(userName);
  const reader = !person ? 'SignedOut' : person.isOwn ? 'Own' : 'Other';
  return (
    <PlainPage
      key="used"
      takesFocus
      title={t(reader === 'Other' ? 'ResetPassword.Used.Other.Title' : 'ResetPassword.Used.Title')}
      lead={
        <>
          {t('ResetPassword.For', { userName })}
          <span className="block">{t(`ResetPassword.Used.${reader}`)}</span>
        </>
      }
      officeOf={systemId}
    >
      <div className="flex flex-col gap-5">
        <OtherSession userName={userName} />
        {reader === 'SignedOut' && <ToSignIn systemId={systemId} />}
        {person?.isOwn && <ToOwnPages role={person.role} />}
        {reader !== 'Other' && (
          <ButtonLink href={keepSystem('/forgot-password', systemId)} variant="secondary" full>
            {t('LoginPage.ForgotPassword')}
          </ButtonLink>
        )}
      </div>
    </PlainPage>
  );
}

/** A candidate's way leads to their exams, not straight into the learning platform. */
function ToOwnPages({ role }: { role: string | readonly string[] }) {
  const t = useT();
  const isHome = pathAfterSignIn(role, 'fr') === '/home';
  return (
    <ButtonLink href={isHome ? '/home' : '/my-exams'} variant="primary" full>
      {t(isHome ? 'ResetPassword.Used.ToHome' : 'ResetPassword.Used.ToExams')}
    </ButtonLink>
  );
}

export interface ExpiredLinkProps extends OfSystem {
  userName: string | undefined;
  /** When the link that replaced this one was sent. */
  newerAt?: Date | undefined;
}

export function ExpiredLink({ systemId, userName, newerAt }: ExpiredLinkProps) {
  const { t, longDateTime } = useTexts();
  return (
    <PlainPage
      key="expired"
      takesFocus
      title={t('ResetPassword.Expired.Title')}
      lead={
        newerAt ? t('ResetPassword.Newer', { when: longDateTime(newerAt) }) : t('ResetPassword.Expired.Text')
      }
      officeOf={systemId}
    >
      <div className="flex flex-col gap-5">
        {userName && <OtherSession userName={userName} />}
        <ButtonLink
          href={keepSystem('/forgot-password', systemId)}
          variant={newerAt ? 'secondary' : 'primary'}
          full
        >
          {t('ResetPassword.Expired.Action')}
        </ButtonLink>
        <BackToSignIn systemId={systemId} />
      </div>
    </PlainPage>
  );
}

export function ToSignIn({ systemId, variant = 'primary' }: OfSystem & { variant?: 'primary' | 'quiet' }) {
  const t = useT();
  return (
    <ButtonLink href={keepSystem('/account/login', systemId)} variant={variant} full>
      {t('ResetPassword.Success.Action')}
    </ButtonLink>
  );
}
