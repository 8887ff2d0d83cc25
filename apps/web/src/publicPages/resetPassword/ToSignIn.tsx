import { useT } from '../../platform/i18n/useT.ts';
import { keepSystem } from '../../platform/location.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';

export function ToSignIn({ systemId }: { systemId: number | null }) {
  const t = useT();
  return (
    <ButtonLink href={keepSystem('/account/login', systemId)} variant="primary">
      {t('ResetPassword.Success.Action')}
    </ButtonLink>
  );
}
