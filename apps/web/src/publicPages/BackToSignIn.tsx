import { useT } from '../platform/i18n/useT.ts';
import { keepSystem } from '../platform/location.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ArrowLeftIcon } from '../ui/publicIcons.tsx';

export function BackToSignIn({ systemId }: { systemId: number | null }) {
  const t = useT();
  return (
    <ButtonLink href={keepSystem('/account/login', systemId)} variant="quiet" icon={ArrowLeftIcon}>
      {t('ForgotPassword.BackToLogin')}
    </ButtonLink>
  );
}
