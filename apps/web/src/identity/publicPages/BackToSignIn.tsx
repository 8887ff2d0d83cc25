import { keepSystem } from '../../core/address/location.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { ArrowLeftIcon } from '../../ui/icons/publicIcons.tsx';

export function BackToSignIn({ systemId }: { systemId: number | null }) {
  const t = useT();
  return (
    <ButtonLink href={keepSystem('/account/login', systemId)} variant="quiet" icon={ArrowLeftIcon}>
      {t('ForgotPassword.BackToLogin')}
    </ButtonLink>
  );
}
